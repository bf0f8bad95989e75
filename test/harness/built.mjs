/** The built product, for processes that start a server by themselves: the one place that knows where its parts are. */

export { readConfig, readEnvironment } from '../../dist/src/config/config.js';
export { loadProviders } from '../../dist/src/config/provider-files.js';
export { openLedger } from '../../dist/src/ledger/ledger.js';
export { verifyBooks } from '../../dist/src/ledger/verification/verify.js';
export { runReconcile } from '../../dist/src/server/commands/reconcile.js';
export { startServer } from '../../dist/src/server/main.js';
export { operate } from '../../dist/src/server/offline.js';
