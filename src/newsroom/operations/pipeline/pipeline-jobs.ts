import { definePipeline } from '../../../jobs/define.ts';

/** From what was collected to what is public. */
export const pipeline = definePipeline({ kind: 'pipeline', stages: ['analyze', 'push'] });
