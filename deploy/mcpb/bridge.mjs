/**
 * The program in the MCP bundle: gives clients that speak stdio alone the MCP server of a Farebox at FAREBOX_URL, with the
 * account of FAREBOX_API_KEY. Passes messages on as they are.
 */
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const { FAREBOX_URL = '', FAREBOX_API_KEY = '' } = process.env;
const path = FAREBOX_API_KEY === '' ? 'mcp/free' : 'mcp/proxy';
const headers = FAREBOX_API_KEY === '' ? {} : { authorization: `Bearer ${FAREBOX_API_KEY}` };
const remote = new StreamableHTTPClientTransport(new URL(path, `${FAREBOX_URL.replace(/\/*$/, '')}/`), {
  requestInit: { headers },
});
const local = new StdioServerTransport();
const UNREACHABLE = -32000;
const initializing = new Set();

const warn = (error) => process.stderr.write(`farebox: ${error.message}\n`);

local.onmessage = (message) => {
  if (message.method === 'initialize') initializing.add(message.id);
  remote.send(message).catch((error) => {
    warn(error);
    if (message.id === undefined || message.method === undefined) return;
    const text = `No answer from ${FAREBOX_URL}: ${error.message}`;
    void local.send({ jsonrpc: '2.0', id: message.id, error: { code: UNREACHABLE, message: text } });
  });
};
remote.onmessage = (message) => {
  // Later requests name the version that both sides chose.
  if (initializing.delete(message.id) && message.result) remote.setProtocolVersion(message.result.protocolVersion);
  local.send(message).catch(warn);
};
remote.onerror = warn;
local.onerror = warn;
const end = () => void remote.close().finally(() => process.exit(0));
local.onclose = end;
process.stdin.on('end', end);

await remote.start();
await local.start();
