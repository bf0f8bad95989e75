/** Classifies an error by its words and codes when no fix is known. */

import type { Diagnosis } from '../types.ts';
import { listTerms } from './terms.ts';

interface Rule {
  /** Any of these terms; see concepts.ts. */
  terms: readonly string[];
  summary: string;
  likelyCause: string;
}

/** The more particular come first. */
const rules: readonly Rule[] = [
  defineRule(
    'selfsigned',
    'A TLS certificate is not trusted.',
    'The server, or a proxy on the way to it, shows a certificate that it signed itself.',
  ),
  defineRule(
    'issuer',
    'A TLS certificate cannot be followed to an authority that is trusted.',
    'The server sends no intermediate certificate, or a proxy puts its own in place.',
  ),
  defineRule(
    'hostname',
    'A TLS certificate belongs to another name.',
    'The name that was asked for does not stand in the certificate.',
  ),
  defineRule(
    'contentlength',
    'The request is longer than the model reads.',
    'Prompt, history and maxTokens together exceed the context of the model.',
  ),
  defineRule(
    'ratelimit #429',
    'The other side limits how often it is called.',
    'More requests were sent in its window than this key or address may send.',
  ),
  defineRule(
    'quota balance #402',
    'A quota or balance is used up.',
    'The account behind the key has no quota or money left for this call.',
  ),
  defineRule(
    'externallymanaged',
    'The system keeps its own Python packages.',
    'pip was run outside a virtual environment where the system forbids that.',
  ),
  defineRule(
    'handshake',
    'A TLS handshake failed.',
    'The two sides share no protocol version or cipher, or one of them does not speak TLS on this port.',
  ),
  defineRule(
    'certificate',
    'A TLS certificate was refused.',
    'It has expired, is not trusted or belongs to another name.',
  ),
  defineRule(
    'dns',
    'A name could not be resolved.',
    'The name is misspelled, does not exist, or the name server cannot be reached from there.',
  ),
  defineRule(
    'inuse',
    'Another process listens on this port.',
    'An earlier run is still alive, or another program uses the port.',
  ),
  defineRule(
    'refused',
    'Nobody listens at the address.',
    'The service is not running, listens on another port or interface, or a firewall rejects the connection.',
  ),
  defineRule(
    'reset',
    'The other side closed the connection in the middle.',
    'It crashed, restarted, timed out an idle connection, or something between the two cut it.',
  ),
  defineRule(
    'gateway #502 #504',
    'A gateway did not get an answer from the server behind it.',
    'The server behind the proxy is down, slow or answers something that is not HTTP.',
  ),
  defineRule(
    'unavailable #503 #529',
    'The service is overloaded or down for now.',
    'It has more work than it can take, or is being restarted.',
  ),
  defineRule(
    'clock',
    'The clocks of the two sides differ.',
    'A signature or token is valid for a time that is not now on one of the machines.',
  ),
  defineRule('expired', 'A credential has expired.', 'A token, certificate or session is past its end.'),
  defineRule(
    'signature',
    'A signature does not match.',
    'The secret is another one, or the body was changed before it was checked.',
  ),
  defineRule(
    'unauthorized authwrong #401',
    'The credential was not accepted.',
    'It is missing, mistyped, revoked, or belongs to another environment.',
  ),
  defineRule(
    'forbidden scope #403',
    'The credential is known and may not do this.',
    'It lacks the role or scope that this operation needs.',
  ),
  defineRule(
    'module',
    'A module was not found.',
    'It is not installed where the program looks, or its name or path is written differently.',
  ),
  defineRule(
    'esm',
    'ES modules and CommonJS are mixed.',
    'A file is loaded in one system of modules and written in the other.',
  ),
  defineRule(
    'native',
    'A native module does not fit.',
    'It was built for another version of the runtime or another platform, or a compiler is missing.',
  ),
  defineRule(
    'memory',
    'The process ran out of memory.',
    'It holds more than its limit allows: a large input, a leak, or a limit that is too low.',
  ),
  defineRule(
    'disk',
    'The disk is full.',
    'There is no room, or there are no inodes, left on the device that is written to.',
  ),
  defineRule(
    'filesopen',
    'Too many files are open.',
    'The process reached its limit of file descriptors, often by connections that are never closed.',
  ),
  defineRule(
    'permission',
    'The system denied access.',
    'The user that runs the program may not read, write or run this file or port.',
  ),
  defineRule(
    'connections',
    'The database has no connection left.',
    'Pools of all processes together are larger than the server allows, or connections are not given back.',
  ),
  defineRule(
    'locked',
    'Another writer holds the lock.',
    'A transaction is still open in another connection or process.',
  ),
  defineRule(
    'duplicate',
    'The row is there already.',
    'A unique key exists, often because the same work was done twice.',
  ),
  defineRule(
    'migrationlock',
    'The database has another schema than the program expects.',
    'Migrations have not run, or ran on another database.',
  ),
  defineRule(
    'transaction',
    'The transaction had failed before.',
    'An earlier statement in it failed, and it was not rolled back.',
  ),
  defineRule(
    'cors',
    'The browser did not hand over an answer of another origin.',
    'The answer lacks the headers that allow this origin, method or header.',
  ),
  defineRule('conflict', 'Two changes do not fit together.', 'The same place was changed on both sides.'),
  defineRule(
    'dependency',
    'Versions of packages do not fit together.',
    'Two packages ask for versions of a third that exclude each other.',
  ),
  defineRule('payload #413', 'The body is too large.', 'It is larger than the server or a proxy before it accepts.'),
  defineRule(
    'method #405',
    'The path does not know this method.',
    'The method or the path is another one than the API describes.',
  ),
  defineRule(
    'notacceptable #406',
    'The server cannot answer in a form that was asked for.',
    'The Accept header leaves out what the server sends.',
  ),
  defineRule(
    'mediatype #415',
    'The body has a type that the server does not read.',
    'The Content-Type header is missing or names another type than the body has.',
  ),
  defineRule(
    'encoding',
    'Text was read in another encoding than it was written in.',
    'One side takes the bytes for another character set.',
  ),
  defineRule(
    'recursion',
    'A function called itself without end.',
    'The condition that ends the recursion is never met, or two objects refer to each other.',
  ),
  defineRule(
    'json',
    'Something that is not JSON was read as JSON.',
    'The answer is an error page, is empty or was cut off.',
  ),
  defineRule(
    'undefinedvalue',
    'A value is missing where one was expected.',
    'What was read is undefined or null: it does not exist, or has not arrived yet.',
  ),
  defineRule(
    'timeout #408',
    'No answer came in time.',
    'The other side is slow or unreachable, or the limit is too short for this work.',
  ),
  defineRule(
    'validation badrequest #400 #422',
    'The request does not have the form that is expected.',
    'A field is missing, misnamed or of another type.',
  ),
  defineRule(
    'syntax',
    'The text is not what its reader expects.',
    'A sign is missing or too many, or the file is of another kind.',
  ),
  defineRule('internal #500', 'The other side failed.', 'An error that it did not foresee; its own log says which.'),
  defineRule(
    'notfound #404',
    'What was asked for does not exist there.',
    'The path, name or id is misspelled, or it was removed.',
  ),
];

function defineRule(names: string, summary: string, likelyCause: string): Rule {
  const terms = names.split(' ').map((name) => (name.startsWith('#') ? name : `~${name}`));
  return { terms, summary, likelyCause };
}

/** A rule names a kind, never the one fault. */
const CONFIDENCE = 0.3;

/** Null when no rule knows it. The steps are empty: rules have none. */
export function diagnoseByRules(errorText: string): Diagnosis | null {
  const terms = new Set(listTerms(errorText));
  // A status is surer than a word.
  const coded = rules.find((one) => one.terms.some((term) => term.startsWith('#') && terms.has(term)));
  const rule = coded ?? rules.find((one) => one.terms.some((term) => terms.has(term)));
  if (!rule) return null;
  const { summary, likelyCause } = rule;
  return { summary, likelyCause, steps: [], confidence: CONFIDENCE, source: 'rules' };
}
