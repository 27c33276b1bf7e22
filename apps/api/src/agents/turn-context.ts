import {
  inOneVoice,
  oneLine,
  type Context,
  type ContextMessage,
  type Gathered,
  type Memory,
  type Recall,
  type RedactedText,
  type SectionInput,
} from '@devai/memory';
import type { Tool } from '../tools/tool.ts';
import { memoryUser } from './acting-as.ts';
import type { TurnHost } from './turn-host.ts';

/** Tokens of the model's window that are kept for the reply: at most `share` of a small window. */
const replyReserve = { tokens: 8_000, share: 0.15 };

/** The part of the host that the contexts of all sessions share. */
export type ContextHost = Pick<
  TurnHost,
  'memory' | 'systemContext' | 'contextProfile' | 'model' | 'tokenScale' | 'tools'
>;
type Host = ContextHost & Pick<TurnHost, 'agent' | 'project' | 'sessionId'>;

type Input = {
  text: string | RedactedText;
  /** The conversation before it. */
  before: readonly ContextMessage[];
  /** How often something was forgotten. */
  forgettings?: () => number;
  /** What the host has stored of the user's message. */
  saved: Awaited<ReturnType<Memory['rememberStated']>>['saved'];
  /** Whether nothing is strengthened, because no model will see it. */
  preview?: boolean;
  /** Tokens of the whole context; by default the agent's, or those of the model's window. */
  budget?: number | undefined;
  signal: AbortSignal;
};

export type TurnContext = {
  /** What memory found for the turn. */
  gathered: Gathered<Recall>;
  /** Tokens of everything but the conversation. */
  fixedTokens: number;
  /** Tokens that are kept for the reply. */
  reserve: number;
  /** The most tokens of a request, as they are counted here. */
  budget: () => number;
  /** The context of the next request. Throws `context_too_long` when what must be in it does not fit. */
  assemble(conversation: readonly ContextMessage[]): Promise<Context>;
};

/**
 * Gathers the context of a turn once, and again when a memory was forgotten, so that no later request sends its text. Throws the reason
 * of an aborted signal.
 */
export async function createTurnContext(host: Host, input: Input): Promise<TurnContext> {
  const { memory, model, tokenScale, contextProfile } = host;
  const { forgettings = () => 0 } = input;
  const reserve = Math.min(replyReserve.tokens, Math.floor(model.contextWindow * replyReserve.share));
  let known = forgettings();
  let { sections, gathered } = await gatherSections(host, input, budget());
  const { tokens: fixedTokens } = await memory.contexts.assemble({
    profile: contextProfile,
    budget: Number.MAX_SAFE_INTEGER,
    sections,
    conversation: [],
  });

  return {
    gathered,
    fixedTokens,
    reserve,
    budget,
    async assemble(messages) {
      if (forgettings() !== known) {
        known = forgettings();
        ({ sections, gathered } = await gatherSections(host, await leftOf(host, input), budget()));
      }
      const { profile, hidden } = gathered;
      return memory.contexts.assemble({
        profile,
        budget: budget(),
        sections,
        conversation: messages,
        hidden,
      });
    },
  };

  function budget(): number {
    const window = Math.floor((model.contextWindow - reserve) / tokenScale.value);
    return Math.min(input.budget ?? host.agent.budget ?? window, window);
  }
}

/** Leaves out what was forgotten since. */
async function leftOf({ memory }: Host, input: Input): Promise<Input> {
  const stored = await Promise.all(input.saved.map((one) => memory.memories.get(one.memory.id)));
  return { ...input, saved: input.saved.filter((_, index) => stored[index]) };
}

async function gatherSections(host: Host, { saved, ...input }: Input, budget: number) {
  const { memory, sessionId, project, agent, contextProfile, tools } = host;
  const { text, before, preview, signal } = input;
  const reading = readShared(memory, { text, project, sessionId });
  const own = host.systemContext.sections(project);
  const gathered = await memory.contexts.gather({
    ...{ sessionId, project, text, before, preview, budget, signal },
    agent: memoryUser(agent).reader,
    profile: contextProfile,
    // say which memories this message has just added
    exclude: saved.filter(({ action }) => action === 'added').map((one) => one.memory.id),
  });
  const shared = await reading;
  const sections = [
    toolSection(tools),
    ...(await own),
    ...gathered.sections,
    ...shared.sections,
    ...savedSection(saved),
  ];
  return { sections, gathered: { ...gathered, degraded: [...gathered.degraded, ...shared.degraded] } };
}

type Asked = { text: string | RedactedText; project: string | null; sessionId: string };

/** Shared entries that are relevant to the message. Never throws: the turn continues without them. */
async function readShared(
  memory: Memory,
  { text, ...reader }: Asked,
): Promise<{ sections: SectionInput[]; degraded: string[] }> {
  try {
    const task = typeof text === 'string' ? text : text.content;
    const { lines } = await memory.shared.contextFor(task, reader);
    const items = lines.map(({ position, text: line }) => ({
      ...(position !== undefined && { id: String(position) }),
      text: line,
    }));
    const mentions = items.flatMap(({ id }) => (id === undefined ? [] : [`shared/${id}`]));
    const section = { type: 'shared', priority: 4, zone: 'volatile', source: 'memory' } as const;
    return { sections: items.length === 0 ? [] : [{ ...section, items, mentions }], degraded: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { sections: [], degraded: [`what agents shared could not be read: ${reason}`] };
  }
}

const toolSections = new WeakMap<Tool[], SectionInput>();

/** The schemas of the tools, which are sent besides the messages. The same in every turn. */
function toolSection(tools: Tool[]): SectionInput {
  const known = toolSections.get(tools);
  if (known) return known;
  const items = tools.map(({ schema }) => ({ id: schema.name, text: JSON.stringify(schema) }));
  const section = {
    type: 'tools',
    priority: 0,
    zone: 'tools',
    source: 'host',
    items,
    unordered: true,
  } as const;
  toolSections.set(tools, section);
  return section;
}

function savedSection(saved: Input['saved']): SectionInput[] {
  if (saved.length === 0) return [];
  const heading = "## Just remembered\nThe host stored this from the user's message; it needs no tool:";
  const lines = saved.map(({ memory }) => ({ id: memory.id, text: `- ${oneLine(inOneVoice(memory))}` }));
  return [
    {
      type: 'saved',
      priority: 4,
      zone: 'volatile',
      source: 'memory',
      items: [{ text: heading }, ...lines],
      mentions: lines.map(({ id }) => id),
    },
  ];
}
