import { definePauseTool } from './_providers.ts';

export default definePauseTool(true, {
  title: 'Pause a provider',
  description:
    'Stop sending live requests to a provider on all servers. Tools fall back to other providers or are unavailable; nothing is charged for refused calls.',
  route: 'POST /admin/providers/{provider}/pause',
});
