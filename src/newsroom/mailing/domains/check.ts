/** Looks up the records of a sending domain, and stores what came of it. */
import type { CallContext } from '../../../kernel/tool/context.ts';
import { findPolicy, type ZoneNames } from '../campaigns/checks/sender-domain.ts';
import { composeLossMail } from './domain-mails.ts';
import { findAdmins, type SendingDomain } from './domain-reads.ts';
import { type CheckOutcome, losesDomain, recordDomainCheck } from './domain-writes.ts';
import { compareRecord, type ExpectedRecord, type RecordCheck, type RecordChecks } from './records.ts';

export interface DomainVerdict {
  checks: RecordChecks;
  outcome: CheckOutcome;
}

/** All lookups at once; each has its own timeout. */
export async function lookUpRecords(
  domain: string,
  records: readonly ExpectedRecord[],
  names: ZoneNames,
): Promise<DomainVerdict> {
  const compared = await Promise.all(
    records.map(async (record): Promise<[ExpectedRecord, RecordCheck]> => {
      const isPolicy = record.purpose === 'dmarc';
      const texts = await (isPolicy ? findPolicy(domain, names.findTexts) : names.findTexts(record.name));
      return [record, compareRecord(record, texts)];
    }),
  );
  const isLacking = ({ status }: RecordCheck): boolean => status === 'missing' || status === 'differs';
  const isDoubtful = compared.some(([, check]) => isLacking(check)) && !(await isTruthful(domain, names));
  const results = compared.map(([record, check]): [ExpectedRecord, RecordCheck] => [
    record,
    isDoubtful && isLacking(check) ? { status: 'unknown', found: [] } : check,
  ]);
  const required = results.filter(([{ isRequired }]) => isRequired).map(([, check]) => check);
  const isWhole = required.every(({ status }) => status === 'found');
  return {
    checks: Object.fromEntries(results.map(([{ purpose }, check]) => [purpose, check])),
    outcome: isWhole ? 'pass' : required.some(isLacking) ? 'miss' : 'unknown',
  };
}

/** A name server that doesn't know the top-level domain says of everything that it isn't there. */
async function isTruthful(domain: string, { findNameServers }: ZoneNames): Promise<boolean> {
  const servers = await findNameServers(domain.slice(domain.lastIndexOf('.') + 1));
  return servers !== null && servers.length > 0;
}

/** The domain as it is afterwards; null: it was removed meanwhile. */
export async function checkSendingDomain(
  { services, server }: Pick<CallContext, 'services' | 'server'>,
  row: SendingDomain,
): Promise<SendingDomain | null> {
  const { database, domains, sending } = services;
  const { checks, outcome } = await domains.lookUp(row);
  const isLoss = losesDomain(row, outcome, await database.now());
  const admins = isLoss ? await findAdmins(database.db, row.company_id) : [];
  const facts = { domain: row.domain, sender: sending.from.address, url: `${server.baseUrl}/app/company` };
  const mails = admins.map((admin) => sending.sealMail(composeLossMail(facts, admin)));
  const { id, company_id: companyId } = row;
  const after = await database.write(recordDomainCheck, {
    id,
    companyId,
    records: JSON.stringify(checks),
    outcome,
    mails,
  });
  if (mails.length > 0) sending.wake();
  return after;
}
