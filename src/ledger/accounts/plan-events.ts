/** Subscription events that other features follow. */
import { defineEvent } from '../../database/define.ts';
import type { PlanUpdate } from '../../providers/stripe-plan-events.ts';

export const planTold = defineEvent<PlanUpdate>('payments.planTold');
