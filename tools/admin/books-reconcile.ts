import { defineStart } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineStart(
  'books-reconcile',
  {
    title: 'Reconcile payments',
    description:
      'Compare the card deposits of the last 30 days with the payment provider in the background, as `farebox reconcile` does.',
    route: 'POST /admin/books/reconcile',
  },
  '/admin/books',
);
