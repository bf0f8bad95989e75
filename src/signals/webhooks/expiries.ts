/** Tells the owners of keys that are about to expire, by webhook and email, in the three languages of this server's mail. */
import type { CallContext } from '../../kernel/tool/context.ts';
import type { ServiceMail } from '../../mail/types.ts';
import { listAccountAdmins } from './account-reads.ts';
import { type ExpiringKey, listExpiringKeys, listReplacedKeys } from './expiries-reads.ts';
import { resolveExpiry, tellExpiry } from './expiries-writes.ts';

const AT_ONCE = 50;

export async function tellExpiries({ services, server }: Pick<CallContext, 'services' | 'server'>): Promise<void> {
  const { database, sending } = services;
  const nowMs = await database.now();
  for (const key of await listReplacedKeys(database.db, nowMs, AT_ONCE))
    await database.write(resolveExpiry, { key, event: { event: 'key.expiry_resolved', data: describeKey(key) } });
  for (const key of await listExpiringKeys(database.db, nowMs, AT_ONCE)) {
    const admins = await listAccountAdmins(database.db, key.account_id);
    const mails = admins.map((to) =>
      sending.sealMail(composeExpiryMail(to, key, { service: sending.from.name, baseUrl: server.baseUrl })),
    );
    const isTold = await database.write(tellExpiry, {
      key,
      event: { event: 'key.expiring', data: describeKey(key) },
      mails,
    });
    if (isTold && mails.length > 0) sending.wake();
  }
}

const formatTime = (atMs: number): string => new Date(atMs).toISOString();

const describeKey = ({ account_id, lineage, name, last4, expires_at }: ExpiringKey): object => ({
  ...{ agentId: account_id, keyId: lineage, name, last4 },
  expiresAt: formatTime(expires_at),
});

function composeExpiryMail(
  to: string,
  { name, last4, expires_at }: ExpiringKey,
  { service, baseUrl }: { service: string; baseUrl: string },
): ServiceMail {
  const at = `${formatTime(expires_at).slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ')} UTC`;
  const keys = `${baseUrl}/dashboard/keys`;
  const text = [
    `${service}のAPIキー「${name}」（末尾${last4}）は${at}に失効します。`,
    `失効後の呼び出しは拒否されます。新しいキーはこちらで作成できます： ${keys}`,
    '',
    `Your ${service} API key "${name}" (ending in ${last4}) expires at ${at}.`,
    `Calls with it are refused afterwards. Create a new key: ${keys}`,
    '',
    `您的 ${service} API 密钥“${name}”（尾号 ${last4}）将于 ${at} 到期。`,
    `到期后使用该密钥的调用会被拒绝。请创建新密钥： ${keys}`,
    '',
  ];
  return {
    kind: 'alert',
    to,
    subject: `${service}: APIキーの失効 / API key expires / API 密钥即将到期`,
    text: text.join('\n'),
  };
}
