/** What the payment provider tells about a company's plan: followed by those who know companies. */
import { defineEvent } from '../../database/define.ts';
import type { PlanUpdate } from '../../providers/stripe-plan-events.ts';

export const planTold = defineEvent<PlanUpdate>('payments.planTold');
