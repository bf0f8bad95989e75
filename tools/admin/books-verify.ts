import { defineStart } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineStart(
  'books-verify',
  {
    title: 'Verify ledger',
    description: 'Start a ledger verification in the background, as `farebox verify` does.',
    route: 'POST /admin/books/verify',
  },
  '/admin/books',
);
