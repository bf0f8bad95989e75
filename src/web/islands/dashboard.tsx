/** The dashboard pages; each page loads its own data. */
import { render } from 'preact';
import { offerSignIn } from './common/sign-in-again.tsx';
import { island } from './common/workspace.ts';
import { Billing } from './dashboard/billing.tsx';
import { CallLog } from './dashboard/calls.tsx';
import { facts } from './dashboard/facts.ts';
import { KeyList } from './dashboard/keys.tsx';
import { Limits } from './dashboard/limits.tsx';
import { Overview } from './dashboard/overview.tsx';

const views = { overview: Overview, calls: CallLog, keys: KeyList, limits: Limits, billing: Billing };
const View = views[facts.view];
offerSignIn();
island.textContent = '';
render(<View />, island);
