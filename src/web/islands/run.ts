/** Forms that run a tool from a page. */
import { startRunners } from './runner/runner.tsx';

startRunners();
