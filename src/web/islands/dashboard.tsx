/** The dashboard: each of its pages asks for what it shows. */
import { render } from 'preact';
import { CallLog } from './dashboard/calls.tsx';
import { facts } from './dashboard/facts.ts';
import { KeyList } from './dashboard/keys.tsx';
import { Limits } from './dashboard/limits.tsx';
import { Overview } from './dashboard/overview.tsx';
import { island } from './shared/workspace.ts';

const views = { overview: Overview, calls: CallLog, keys: KeyList, limits: Limits };
const View = views[facts.view];
island.textContent = '';
render(<View />, island);
