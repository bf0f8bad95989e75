import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { attemptField, companyIdField, emailField, formatSession, readRequester, sessionOutput } from './_shared.ts';

export default defineTool({
  title: 'Sign in with a code',
  description:
    'Opens a session with the code that was sent. Somebody new gets a company of their own, with an account in the gateway.',
  access: 'public',
  effect: 'write',
  cors: 'own-origin',
  secret: true,
  input: z.object({
    email: emailField('Where the code went.'),
    code: z.string().describe('The six digits.'),
    attempt: attemptField,
    company_id: companyIdField,
    name: z.string().nullish().describe('What a new user is called.'),
    company_name: z.string().nullish().describe('What a new company is called; else the domain of the address.'),
  }),
  output: sessionOutput.extend({
    is_new_user: z.boolean().describe('First sign-in of this address.'),
    is_new_company: z.boolean().describe('The company was made by it.'),
    message: z.string().nullable().describe('What to know about the new company.'),
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
