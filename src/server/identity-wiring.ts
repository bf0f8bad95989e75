/** Builds sign-in options from the configuration. */

import type { Config } from '../config/config.ts';
import type { IdentitySettings } from '../identity/deps.ts';
import { defaultPlans, type PlanLimits, type Plans } from '../identity/quota/plans.ts';

export function buildIdentitySettings(config: Config, baseUrl: string): IdentitySettings {
  const { signup, adminEmails, trustedAdminIps, sessionDays, timezone, mailSenderName, nodeEnv } = config;
  const operators = new Set(adminEmails);
  return {
    signUp: signup,
    adminEmails: operators,
    trustedAdminIps,
    sessionDays,
    plans: buildPlans(config),
    baseUrl,
    serviceName: mailSenderName,
    tellsCodes: nodeEnv !== 'production',
    presentation: { zone: timezone, operators },
  };
}

/** The plans of the product, with what the operator has changed of them. */
export function buildPlans({ planLimits }: Config): Plans {
  const plan = (name: keyof Plans): PlanLimits => {
    const { analyses, mails_per_day, members } = planLimits[name] ?? {};
    const usual = defaultPlans[name];
    return {
      analyses: analyses ?? usual.analyses,
      mailsPerDay: mails_per_day ?? usual.mailsPerDay,
      members: members ?? usual.members,
    };
  };
  return { free: plan('free'), pro: plan('pro'), business: plan('business') };
}
