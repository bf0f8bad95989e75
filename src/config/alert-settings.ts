/** Variables of alerts: who is told, and when. */
import { z } from 'zod';
import { address, integer, mailAddresses, optional, secret, setting } from './setting-kinds.ts';

const webhookSecret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'must be whsec_ and 24 to 64 bytes in base64');

export const alertSettings = {
  alertWebhookUrl: optional(
    'Alerts',
    'Address that gets alerts as signed webhooks (Standard Webhooks); needs ALERT_WEBHOOK_SECRET',
    address(['http:', 'https:'], 'https://hooks.example/farebox'),
  ),
  alertWebhookSecret: secret(
    'Alerts',
    'Secret that signs alerts: whsec_ and 24 to 64 random bytes in base64',
    webhookSecret,
  ),
  alertEmails: setting('Alerts', 'Email addresses that get alerts, comma-separated', mailAddresses, ''),
  alertQuietMinutes: setting(
    'Alerts',
    'Minutes after an alert during which the same alert is not sent again',
    integer(0, 10_080),
    '60',
  ),
  alertDiskFreePercent: setting(
    'Alerts',
    'Percentage of the disk of DATA_DIR that must be free; 0 turns the alert off',
    integer(0, 100),
    '10',
  ),
};
