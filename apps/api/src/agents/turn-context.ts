import {
  inOneVoice,
  oneLine,
  type Context,
  type ContextBasis,
  type ContextMessage,
  type Gathered,
  type Recall,
  type RedactedText,
  type SectionInput,
  type UserMemory,
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

type Stated = Awaited<ReturnType<UserMemory['rememberStated']>>;

type Input = {
  text: string | RedactedText;
  /** The conversation before it. */
  before: readonly ContextMessage[];
  /** How often something was forgotten. */
  forgettings?: () => number;
  /** What the host has stored of the user's message. */
  saved: Stated['saved'];
  /** What it was asked to store, and did not. */
  refused?: Stated['refused'];
  /** Whether nothing is strengthened, because no model will see it. */
  preview?: boolean;
  /** Tokens of the whole context; by default the agent's, or those of the model's window. */
  budget?: number | undefined;
  /** What `readAhead` began to read for the message; by default it is read now. */
  ahead?: ReadAhead | undefined;
  signal: AbortSignal;
};

/** The parts of a message's context that need no search. They are read while the message is being stored. */
export type ReadAhead = {
  basis: Promise<ContextBasis>;
  shared: Promise<{ sections: SectionInput[]; degraded: string[] }>;
  own: Promise<SectionInput[]>;
};

/** Begins to read for the context of a message: call it while the message is being stored. Never throws. */
export function readAhead(host: Host, { text, budget }: Pick<Input, 'text' | 'budget'>): ReadAhead {
  const { memory, sessionId, project, agent, contextProfile: profile, systemContext } = host;
  const basis = memory.contexts.read({
    ...{ sessionId, project, profile, agent: memoryUser(agent).reader },
    budget: budgetOf(host, budget),
  });
  const own = systemContext.sections(project);
  // nobody awaits them if the turn does not take place; otherwise the context reports their failure
  for (const reading of [basis, own]) reading.catch(() => {});
  return { basis, shared: readShared(memory, { text, project, sessionId }), own };
}

/** Tokens that are kept for the reply. */
const reserveOf = ({ model }: Host): number =>
  Math.min(replyReserve.tokens, Math.floor(model.contextWindow * replyReserve.share));

/** The most tokens of a request, as they are counted here. */
function budgetOf(host: Host, budget: number | undefined): number {
  const { model, tokenScale, agent } = host;
  const window = Math.floor((model.contextWindow - reserveOf(host)) / tokenScale.value);
  return Math.min(budget ?? agent.budget ?? window, window);
}

export type TurnContext = {
  /** What the host has stored of the user's message. */
  saved: Stated['saved'];
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
  const { memory, contextProfile } = host;
  const { ahead, forgettings = () => 0 } = input;
  const budget = () => budgetOf(host, input.budget);
  let known = forgettings();
  let { sections, gathered } = await gatherSections(host, input, ahead ?? readAhead(host, input));
  const { tokens: fixedTokens } = await memory.contexts.assemble({
    profile: contextProfile,
    budget: Number.MAX_SAFE_INTEGER,
    sections,
    conversation: [],
  });

  return {
    saved: input.saved,
    gathered,
    fixedTokens,
    reserve: reserveOf(host),
    budget,
    async assemble(messages) {
      if (forgettings() !== known) {
        known = forgettings();
        ({ sections, gathered } = await gatherSections(
          host,
          await leftOf(host, input),
          readAhead(host, input),
        ));
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
}

/** Leaves out what was forgotten since. */
async function leftOf({ memory }: Host, input: Input): Promise<Input> {
  const stored = await Promise.all(input.saved.map((one) => memory.memories.get(one.memory.id)));
  return { ...input, saved: input.saved.filter((_, index) => stored[index]) };
}

async function gatherSections(host: Host, { saved, refused = [], ...input }: Input, ahead: ReadAhead) {
  const { memory, sessionId, project, agent, contextProfile, tools } = host;
  const { text, before, preview, signal } = input;
  const gathered = await memory.contexts.gather({
    ...{ sessionId, project, text, before, preview, signal },
    agent: memoryUser(agent).reader,
    profile: contextProfile,
    budget: budgetOf(host, input.budget),
    basis: await ahead.basis,
    // say which memories this message has just added
    exclude: saved.filter(({ action }) => action === 'added').map((one) => one.memory.id),
  });
  const shared = await ahead.shared;
  const sections = [
    toolSection(tools),
    ...(await ahead.own),
    ...gathered.sections,
    ...shared.sections,
    ...savedSection(saved),
    ...refusedSection(refused),
  ];
  return { sections, gathered: { ...gathered, degraded: [...gathered.degraded, ...shared.degraded] } };
}

type Asked = { text: string | RedactedText; project: string | null; sessionId: string };

/** Shared entries that are relevant to the message. Never throws: the turn continues without them. */
async function readShared(
  memory: UserMemory,
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

/** A refused statement may be as long as a message. */
export const beginningOf = (text: string): string =>
  text.length > 200 ? `${text.slice(0, 200).toWellFormed()} …` : text;

function refusedSection(refused: Stated['refused']): SectionInput[] {
  if (refused.length === 0) return [];
  const heading =
    '## Not remembered\nThe user asked to remember this, and it is not stored: say so, and why.';
  const lines = refused.map(({ content, reason }) => `- ${beginningOf(oneLine(content))} (${reason})`);
  const items = [heading, ...lines].map((text) => ({ text }));
  return [{ type: 'refused', priority: 4, zone: 'volatile', source: 'memory', items }];
}
