import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { attemptField, companyIdField, emailField, formatSession, readRequester, sessionOutput } from './_shared.ts';

export default defineTool({
  title: 'Sign in with a code',
  description:
    'Sign in with the code from `auth-send-code` and get a session token. A new user gets a company with a prepaid account.',
  access: 'public',
  effect: 'write',
  cors: 'own-origin',
  secret: true,
  input: z.object({
    email: emailField('Email address that received the code.'),
    code: z.string().describe('Six-digit code from the email.'),
    attempt: attemptField,
    company_id: companyIdField,
    name: z.string().nullish().describe('Name of a new user.'),
    company_name: z.string().nullish().describe('Name of a new company. Default: domain of the email address.'),
  }),
  output: sessionOutput.extend({
    is_new_user: z.boolean().describe('true for the first sign-in of this address.'),
    is_new_company: z.boolean().describe('true if this sign-in created the company.'),
    message: z.string().nullable().describe('Notes on the new company; null if none was created.'),
  }),
  examples: [{ email: 'ada@studio.example', code: '123456' }],
  async run({ email, code, attempt, company_id, name, company_name }, ctx) {
    const signedIn = await ctx.services.identity.verify(
      {
        email,
        code,
        attempt: attempt ?? undefined,
        companyId: company_id ?? undefined,
        name: name ?? undefined,
        companyName: company_name ?? undefined,
      },
      readRequester(ctx),
    );
    const { isNewUser, isNewCompany, message } = signedIn;
    return { ...formatSession(signedIn), is_new_user: isNewUser, is_new_company: isNewCompany, message };
  },
});
