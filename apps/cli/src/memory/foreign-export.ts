import { cliError, type CliError } from '../cli-error.ts';

/** Bytes by which a file is recognised. */
const enough = 65_536;

const own = /^\uFEFF?\s*\{[^\n]*"kind"\s*:\s*"devai-export"/;

/** What a known product writes, by a property that only it uses. */
const products: [name: string, sign: RegExp][] = [
  ["ChatGPT's conversations", /"mapping"\s*:\s*\{/],
  ["Claude's conversations", /"chat_messages"\s*:/],
  ['an agent of Letta', /"(?:core_memory|agent_type|in_context_message_indices)"\s*:/],
  ['a state of LangGraph', /"(?:channel_values|checkpoint_ns|checkpoint_id)"\s*:/],
  ['the graph of the MCP memory server', /"type"\s*:\s*"entity"/],
  ['memories of mem0', /"memory"\s*:\s*"/],
];
const conversation = /"(?:mapping|chat_messages|messages|channel_values|role|author|sender|speaker)"\s*:/;

const ways = {
  conversation:
    'Post each conversation, as messages with role and content, to POST /api/memory/extract: docs/http.md, "Conversations held elsewhere".',
  statements: 'Post each statement to POST /api/memory/save: docs/http.md.',
  text: 'Read it as a document: `pnpm memory ingest <file>`.',
};

/** Returns an export as it is. Throws, with what the file is and what can be done with it, if it is something else. */
export async function ownExport(
  source: AsyncIterable<Uint8Array>,
  name: string,
): Promise<AsyncIterable<Uint8Array>> {
  const chunks = source[Symbol.asyncIterator]();
  let beginning = Buffer.alloc(0);
  while (beginning.length < enough && !own.test(beginning.toString())) {
    const { done = false, value } = await chunks.next();
    if (done) break;
    beginning = Buffer.concat([beginning, value]);
  }
  const text = beginning.toString();
  if (text.trim() !== '' && !own.test(text)) {
    await chunks.return?.();
    throw foreign(text, name);
  }
  return resumed(beginning, chunks);
}

async function* resumed(beginning: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield beginning;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

function foreign(text: string, name: string): CliError {
  if (!/^\uFEFF?\s*[{[]/.test(text)) {
    return cliError('file', `${name} is no export of DevAI`, { help: ways.text });
  }
  const product = products.find(([, sign]) => sign.test(text))?.[0];
  const isConversation = conversation.test(text);
  const what = product ?? (isConversation ? 'conversations as JSON' : 'JSON of another program');
  return cliError(
    'file',
    `${name} is no export of DevAI: it looks like ${what}, which cannot be imported as it is`,
    {
      help: isConversation ? ways.conversation : ways.statements,
    },
  );
}
