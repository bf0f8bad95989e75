/** Declares `ctx.services.seller`: the operator as named on receipts and statements. */
import type { Party } from './writes.ts';

declare module '../kernel/tool/context.ts' {
  interface Services {
    seller: Party;
  }
}
