/** Tasks are kept as long as the calls that they are proved by, so nothing looks for them by time. */
import { defineSchema } from '../../database/schema.ts';

export const tasksIndexSchema = defineSchema(172, 'tasks index', 'DROP INDEX tasks_by_time;');
