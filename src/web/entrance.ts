/** The scripts of the pages by which people come in. */
import type { WebDocument } from '../describe/web-document.ts';
import { clawScript } from './claw-script.ts';
import { loginScript } from './login-script.ts';
import { signInScript } from './sign-in-script.ts';

export const entranceScripts: readonly WebDocument[] = [signInScript, clawScript, loginScript];
