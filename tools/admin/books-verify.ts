import { defineStart } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineStart(
  'books-verify',
  {
    title: 'Prove the books',
    description: 'Proves the books of this server now, in the background, as `farebox verify` does.',
    route: 'POST /admin/books/verify',
  },
  '/admin/books',
);
