import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { Bytes } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import '../../src/newsroom/content/releases/pdf/printer.ts';
import { findDeposit } from '../../src/statements/reads.ts';
import { buildReceiptSheet, formatReceiptNumber } from '../../src/statements/sheets.ts';
import { issueReceipt, type Party } from '../../src/statements/writes.ts';
import { findAccount, languageField, modeField, readBuyer } from './_shared.ts';

export default defineTool({
  title: 'Deposit receipt',
  description:
    'Download the numbered receipt of a card deposit as a PDF. The first download assigns the number and fixes the content; later downloads return the same receipt.',
  route: 'GET /api/account/deposits/{depositId}/receipt',
  effect: 'read',
  reply: 'bytes',
  openWhenSuspended: true,
  failsWith: ['NOT_FOUND', 'OVERLOADED'],
  input: z.object({
    depositId: z.string().min(1).max(64).describe('ID of the deposit (tr_…).'),
    language: languageField,
    mode: modeField,
  }),
  output: z.unknown(),
  examples: [{ depositId: 'tr_00000000000000000000000', language: 'ja' }],
  async run({ depositId, language, mode }, ctx) {
    const { database, printer, seller } = ctx.services;
    const account = await findAccount(ctx, mode);
    const deposit = await findDeposit(database.db, account.accountId, depositId);
    if (deposit?.source !== 'card')
      throw new FareboxError('NOT_FOUND', { message: 'This account has no such card deposit.' });
    const receipt = await database.write(issueReceipt, { deposit, seller, buyer: await readBuyer(ctx, account) });
    const [sold, bought]: Party[] = [JSON.parse(receipt.seller), JSON.parse(receipt.buyer)];
    const number = formatReceiptNumber(receipt.mode, receipt.number);
    const sheet = buildReceiptSheet({
      ...{ language, number, depositId, seller: sold ?? seller, buyer: bought ?? seller },
      ...{ amountMicros: deposit.amount, paidAtMs: deposit.at, issuedAtMs: receipt.issued_at },
      isTest: deposit.mode === 'test',
    });
    const { bytes } = await printer.print(sheet, ctx);
    return new Bytes(bytes, 'application/pdf', `receipt-${number}.pdf`);
  },
});
