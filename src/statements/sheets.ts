/** Sets receipts and statements as sheets for the PDF printer, in English, Japanese and Chinese. */
import type { DepositSource } from '../ledger/tables.ts';
import { toUsdText } from '../lib/money.ts';
import type { ReleaseSheet } from '../newsroom/content/releases/pdf/types.ts';
import { type StatementLanguage, sheetWords } from './words.ts';
import type { Party } from './writes.ts';

/** At least two decimals, as on every bill. */
function usd(micros: number): string {
  const [whole = '0', decimals = ''] = toUsdText(micros).split('.');
  return `${whole}.${decimals.padEnd(2, '0')} USD`;
}

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** `R-000001`; of play money `TEST-000001`. */
export const formatReceiptNumber = (mode: 'live' | 'test', number: number): string =>
  `${mode === 'live' ? 'R' : 'TEST'}-${String(number).padStart(6, '0')}`;

export interface ReceiptSheet {
  language: StatementLanguage;
  number: string;
  seller: Party;
  buyer: Party;
  amountMicros: number;
  depositId: string;
  paidAtMs: number;
  issuedAtMs: number;
  isTest: boolean;
}

export function buildReceiptSheet(receipt: ReceiptSheet): ReleaseSheet {
  const { language, number, seller, buyer, amountMicros, depositId, paidAtMs, issuedAtMs, isTest } = receipt;
  const words = sheetWords[language];
  return {
    ...buildHead(language, seller, issuedAtMs),
    kind: words.receipt,
    title: `${words.receipt} ${number}`,
    subtitle: isTest ? words.testNote : null,
    body: [...listParty(words.seller, seller, words.taxId), '', ...listParty(words.buyer, buyer, words.taxId)].join(
      '\n',
    ),
    rows: [
      [words.paidOn, day(paidAtMs)],
      [words.deposit, usd(amountMicros)],
      [words.transaction, depositId],
      [words.total, usd(amountMicros)],
    ],
  };
}

/** Lines of a statement, the same in its PDF and its CSV. */
export interface StatementLines {
  /** `2026-11` */
  month: string;
  /** Null for an account with too many transfers since then; the same for the closing balance. */
  openingMicros: number | null;
  closingMicros: number | null;
  deposits: readonly { atMs: number; source: DepositSource; amountMicros: number }[];
  reversals: readonly { atMs: number; amountMicros: number }[];
  tools: readonly { tool: string; calls: number; refunds: number; spentMicros: number }[];
}

export interface StatementSheet extends StatementLines {
  language: StatementLanguage;
  seller: Party;
  buyer: Party;
  accountId: string;
  isTest: boolean;
  issuedAtMs: number;
}

export function buildStatementSheet(statement: StatementSheet): ReleaseSheet {
  const { language, month, seller, buyer, accountId, isTest, issuedAtMs, deposits, reversals, tools } = statement;
  const words = sheetWords[language];
  const spentMicros = tools.reduce((sum, tool) => sum + tool.spentMicros, 0);
  const balance = (name: string, micros: number | null): [string, string][] =>
    micros === null ? [] : [[name, usd(micros)]];
  return {
    ...buildHead(language, seller, issuedAtMs),
    kind: words.statement,
    title: `${words.statement} ${month}`,
    subtitle: isTest ? words.testNote : null,
    body: [
      ...listParty(words.seller, seller, words.taxId),
      '',
      ...listParty(words.buyer, buyer, words.taxId),
      '',
      `${words.account}: ${accountId}`,
      words.period.replace('{month}', month),
    ].join('\n'),
    rows: [
      ...balance(words.opening, statement.openingMicros),
      ...deposits.map(({ atMs, source, amountMicros }): [string, string] => [
        `${day(atMs)} ${words.deposit} (${words.sources[source]})`,
        usd(amountMicros),
      ]),
      ...reversals.map(({ atMs, amountMicros }): [string, string] => [
        `${day(atMs)} ${words.reversal}`,
        usd(amountMicros),
      ]),
      ...tools.map(({ tool, calls, refunds, spentMicros: micros }): [string, string] => [
        `${tool}: ${words.calls.replace('{calls}', String(calls)).replace('{refunds}', String(refunds))}`,
        usd(-micros),
      ]),
      [words.spent, usd(-spentMicros)],
      ...balance(words.closing, statement.closingMicros),
    ],
  };
}

const buildHead = (language: StatementLanguage, seller: Party, issuedAtMs: number) => ({
  ...{ language, company: seller.name || null, logo: null, contactInfo: null, embargo: null },
  ...{ dateline: day(issuedAtMs), issuedAt: new Date(issuedAtMs) },
});

function listParty(role: string, { name, address, taxId }: Party, taxWord: string): string[] {
  return [`■ ${role}`, name || '-', ...address.split('\n'), ...(taxId ? [`${taxWord}: ${taxId}`] : [])].filter(Boolean);
}
