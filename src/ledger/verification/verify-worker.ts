/** Entry of the thread that proves the books: it reads all of them. */
import { answerTasks } from '../../kernel/threads/thread-entry.ts';
import { verifyBooks } from './verify.ts';

answerTasks(verifyBooks);
