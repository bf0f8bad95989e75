/** The operator pages; each page loads its own data. */
import { render } from 'preact';
import { Accounts } from './admin/accounts.tsx';
import { AlertBanner } from './admin/alerts.tsx';
import { Audit } from './admin/audit.tsx';
import { Books } from './admin/books.tsx';
import { DoctorView } from './admin/doctor.tsx';
import { facts } from './admin/facts.ts';
import { Invites } from './admin/invites.tsx';
import { Moderation } from './admin/moderation.tsx';
import { Articles } from './admin/newsroom/articles.tsx';
import { Costs } from './admin/newsroom/costs.tsx';
import { NewsroomFigures } from './admin/newsroom/figures.tsx';
import { MediaDatabase } from './admin/newsroom/media.tsx';
import { PipelineView } from './admin/newsroom/pipeline.tsx';
import { Privacy } from './admin/newsroom/privacy.tsx';
import { Queue } from './admin/newsroom/queue.tsx';
import { Settings } from './admin/newsroom/settings.tsx';
import { MailTracking } from './admin/newsroom/tracking.tsx';
import { Operators } from './admin/operators.tsx';
import { Providers } from './admin/providers.tsx';
import { Today } from './admin/today.tsx';
import { Upstreams } from './admin/upstreams.tsx';
import { offerSignIn } from './common/sign-in-again.tsx';
import { island } from './common/workspace.ts';

const views = {
  today: Today,
  providers: Providers,
  upstreams: Upstreams,
  accounts: Accounts,
  newsroom: NewsroomFigures,
  pipeline: PipelineView,
  articles: Articles,
  queue: Queue,
  tracking: MailTracking,
  privacy: Privacy,
  media: MediaDatabase,
  costs: Costs,
  settings: Settings,
  moderation: Moderation,
  invites: Invites,
  operators: Operators,
  audit: Audit,
  books: Books,
  doctor: DoctorView,
};
const View = views[facts.view];
offerSignIn();
island.textContent = '';
render(
  <>
    <AlertBanner />
    <View />
  </>,
  island,
);
