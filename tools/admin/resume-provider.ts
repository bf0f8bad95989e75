import { definePauseTool } from './_providers.ts';

export default definePauseTool(false, {
  title: 'Resume a provider',
  description: 'Send live requests to a provider again after an operator has paused it.',
  route: 'POST /admin/providers/{provider}/resume',
});
