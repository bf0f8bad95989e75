/** Entry of the thread that proves the books: it reads all of them. */
import { parentPort } from 'node:worker_threads';
import { type Defect, describeDefect } from '../kernel/thread-pool.ts';
import { type VerifyReport, type VerifySource, verifyBooks } from './verify.ts';

parentPort?.on('message', (source: VerifySource) => {
  void prove(source).then((answer) => parentPort?.postMessage(answer));
});

const prove = (source: VerifySource): Promise<VerifyReport | Defect> => verifyBooks(source).catch(describeDefect);
