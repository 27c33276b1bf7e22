import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  ErrorCode,
  McpError,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
  type ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js';
import type { Change } from '@devai/fastify/protocol/changes';
import { idBeginning } from '@devai/fastify/protocol/ids';
import { toCliError } from '../cli-error.ts';
import type { Backend } from './backend.ts';
import { showMemory } from './shown.ts';
import { standingAndFocus } from './standing.ts';

const uris = { memories: 'devai://memories', standing: 'devai://standing', focus: 'devai://focus' };
const uriOf = (id: string): string => `devai://memory/${id}`;
/** Memories of a list, newest first. */
const listed = 100;
/** Characters of a memory that stand for it in a list. */
const shownTitle = 80;
/** Milliseconds in which changes are told together. */
const together = 100;
/** Resources that one client may subscribe to. */
const mostSubscriptions = 1_000;

/** What a client may show its user, and what it may watch. */
export function registerResources(mcp: McpServer, backend: Backend): void {
  const newest = async () => {
    const query = { project: await backend.project(), limit: listed };
    return (await backend.ask('GET /api/memory', { query })).memories;
  };
  mcp.registerResource(
    'memories',
    uris.memories,
    { title: 'Memories', description: `The newest ${listed} memories`, mimeType: 'application/json' },
    () => reading(uris.memories, async () => json((await newest()).map(showMemory))),
  );
  mcp.registerResource(
    'standing',
    uris.standing,
    { title: 'About the user', description: 'What stands in every prompt', mimeType: 'text/markdown' },
    () => reading(uris.standing, async () => markdown((await standingAndFocus(backend)).standing)),
  );
  mcp.registerResource(
    'focus',
    uris.focus,
    { title: 'Recent focus', description: 'The topics of recent work', mimeType: 'text/markdown' },
    () =>
      reading(uris.focus, async () => {
        const query = { project: await backend.project() };
        return markdown((await backend.ask('GET /api/focus', { query })).block);
      }),
  );
  mcp.registerResource(
    'memory',
    new ResourceTemplate(uriOf('{id}'), {
      list: async () => ({
        resources: (await asked(newest)).map(({ id, title, content }) => ({
          uri: uriOf(id),
          name: (title ?? content).slice(0, shownTitle).toWellFormed(),
          mimeType: 'application/json',
        })),
      }),
      complete: { id: completeId },
    }),
    { title: 'A memory', description: 'One memory, by its id', mimeType: 'application/json' },
    (uri, { id }) =>
      reading(uri.href, async () => {
        const query = { project: await backend.project() };
        return json(
          showMemory(await backend.ask('GET /api/memory/:id', { path: { id: String(id) }, query })),
        );
      }),
  );
  notify(mcp, backend);

  async function completeId(beginning: string): Promise<string[]> {
    if (beginning === '') return (await asked(newest)).map(({ id }) => id);
    if (!idBeginning.safeParse(beginning).success) return [];
    const { matches } = await asked(() =>
      backend.ask('GET /api/memory/ids', { query: { kind: 'memory', beginning } }),
    );
    return matches.map(({ id }) => id);
  }
}

type Text = { mimeType: string; text: string };
const json = (value: unknown): Text => ({
  mimeType: 'application/json',
  text: JSON.stringify(value, null, 2),
});
const markdown = (text: string): Text => ({ mimeType: 'text/markdown', text });

const reading = async (uri: string, read: () => Promise<Text>): Promise<ReadResourceResult> => ({
  contents: [{ uri, ...(await asked(read)) }],
});

/** Resources have no results that are errors: what failed becomes an error of the protocol, with its code and what to do. */
export async function asked<Value>(request: () => Promise<Value>): Promise<Value> {
  try {
    return await request();
  } catch (error) {
    const { code, message, help } = toCliError(error);
    throw new McpError(
      code === 'not_found' ? resourceNotFound : ErrorCode.InternalError,
      [`${code}: ${message}`, help].filter(Boolean).join(' '),
      { code },
    );
  }
}

/** Of the protocol; the SDK has no name for it. */
const resourceNotFound = -32_002;

/** Tells the client which lists and subscribed resources have changed. */
function notify(mcp: McpServer, backend: Backend): void {
  const { server } = mcp;
  const subscribed = new Set<string>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  server.registerCapabilities({ resources: { subscribe: true, listChanged: true } });
  server.setRequestHandler(SubscribeRequestSchema, ({ params: { uri } }) => {
    if (subscribed.size >= mostSubscriptions) {
      throw new McpError(ErrorCode.InvalidRequest, `no more than ${mostSubscriptions} subscriptions`);
    }
    subscribed.add(uri);
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) => {
    subscribed.delete(uri);
    return {};
  });
  let stop = () => {};
  server.oninitialized = () => {
    stop = backend.onChange((change) => {
      for (const uri of urisOf(change)) changed.add(uri);
      timer ??= setTimeout(() => void tell(), together);
    });
  };
  Object.assign(server, {
    onclose() {
      stop();
      if (timer) clearTimeout(timer);
    },
  });

  async function tell(): Promise<void> {
    timer = null;
    const told = [...changed];
    changed.clear();
    try {
      if (told.some((uri) => uri.startsWith('devai://memor'))) await server.sendResourceListChanged();
      for (const uri of told) if (subscribed.has(uri)) await server.sendResourceUpdated({ uri });
    } catch {
      // the client has left
    }
  }
}

function urisOf(change: Change): string[] {
  return change.type === 'focus_changed' ? [uris.focus] : [uriOf(change.id), uris.memories, uris.standing];
}
