import type { GetPromptResult, InputRequiredResult, Prompt, ServerContext } from '@modelcontextprotocol/server';
import { inputRequired, inputResponse, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

const argument = (name: string) => ({ name, description: name, required: true });

export const prompts: Prompt[] = [
  { name: 'test_simple_prompt', description: 'Simple' },
  { name: 'test_prompt_with_arguments', description: 'Arguments', arguments: [argument('arg1'), argument('arg2')] },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'Embedded resource',
    arguments: [argument('resourceUri')],
  },
  { name: 'test_prompt_with_image', description: 'Image' },
  { name: 'test_input_required_result_prompt', description: 'Asks first' },
];

const said = (text: string): GetPromptResult['messages'][number] => ({ role: 'user', content: { type: 'text', text } });

export function prompt(
  name: string,
  given: Readonly<Record<string, string>>,
  ctx: ServerContext,
  png: string,
): GetPromptResult | InputRequiredResult {
  switch (name) {
    case 'test_simple_prompt':
      return { messages: [said('This is a simple prompt for testing.')] };
    case 'test_prompt_with_arguments':
      return { messages: [said(`Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'`)] };
    case 'test_prompt_with_embedded_resource': {
      const resource = {
        uri: given.resourceUri ?? '',
        mimeType: 'text/plain',
        text: 'Embedded resource content for testing.',
      };
      return { messages: [{ role: 'user', content: { type: 'resource', resource } }, said('Please process it.')] };
    }
    case 'test_prompt_with_image':
      return {
        messages: [{ role: 'user', content: { type: 'image', data: png, mimeType: 'image/png' } }, said('Look at it.')],
      };
    case 'test_input_required_result_prompt':
      return asked(ctx);
    default:
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`);
  }
}

function asked(ctx: ServerContext): GetPromptResult | InputRequiredResult {
  const view = inputResponse(ctx.mcpReq.inputResponses, 'user_context');
  if (view.kind === 'elicit') return { messages: [said(`Context: ${JSON.stringify(view.content)}`)] };
  const requestedSchema = {
    type: 'object' as const,
    properties: { context: { type: 'string' as const } },
    required: ['context'],
  };
  const question = inputRequired.elicit({ message: 'What context should the prompt use?', requestedSchema });
  return inputRequired({ inputRequests: { user_context: question } });
}
