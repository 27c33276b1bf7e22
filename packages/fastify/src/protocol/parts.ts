import type { agentFrame } from './frames.ts';

/** A frame of a step: of the agent the user talks with, or of one that it delegated to. */
export type StepFrame = (typeof agentFrame)['_output'];

/** What an agent did in a session of its own. */
export type AgentWork = { name: string; session: string; parts: Part[] };

export type ToolCall = {
  kind: 'call';
  id: string;
  name: string;
  /** JSON text as the model wrote it. */
  arguments: string;
  /** What a running program wrote. */
  output: string;
  /** Null while it runs. */
  result: { ok: boolean; content: string; refused?: true | undefined } | null;
  /** The agent that the call delegated to, as far as its frames have arrived. */
  agent: AgentWork | null;
  /** It was stored before this client came, so frames of its agent may have been missed. */
  isStored: boolean;
};

/** What an agent did in a turn, in order. */
export type Part =
  /** `isOpen`: more of it may come, or it may be discarded. */
  | { kind: 'text'; text: string; isOpen: boolean }
  | { kind: 'thinking'; text: string }
  /** What this agent was told when it took the conversation over. */
  | { kind: 'handover'; text: string }
  | ToolCall
  | { kind: 'compacted'; messages: number; tokensBefore: number; tokensAfter: number }
  | { kind: 'note'; text: string };

/** The parts after a frame. A call or result that is there already is not added again. */
export function addStep(parts: Part[], frame: StepFrame): Part[] {
  switch (frame.type) {
    case 'thinking': {
      const last = parts.at(-1);
      const before = last?.kind === 'thinking' ? last.text : null;
      return [
        ...(before === null ? parts : parts.slice(0, -1)),
        { kind: 'thinking', text: (before ?? '') + frame.text },
      ];
    }
    case 'text_delta':
      return addText(parts, frame);
    case 'tool_call': {
      if (parts.some((part) => part.kind === 'call' && part.id === frame.id)) return parts;
      const { id, name } = frame;
      const call: ToolCall = {
        ...{ kind: 'call', id, name, arguments: frame.arguments },
        ...{ output: '', result: null, agent: null, isStored: false },
      };
      return [...parts.map(closed), call];
    }
    case 'tool_output':
      return changeCall(parts, frame.id, (call) => ({ output: call.output + frame.text }));
    case 'tool_result':
      return changeCall(parts, frame.id, ({ result }) => ({
        result: result ?? { ok: frame.ok, content: frame.content, refused: frame.refused },
      }));
    case 'context_compacted': {
      const { messages, tokensBefore, tokensAfter } = frame;
      return [...parts, { kind: 'compacted', messages, tokensBefore, tokensAfter }];
    }
  }
}

function addText(parts: Part[], { text, reset }: Extract<StepFrame, { type: 'text_delta' }>): Part[] {
  const open = parts.findLast((part) => part.kind === 'text' && part.isOpen);
  const before = open?.kind === 'text' && !reset ? open.text : '';
  return [...parts.filter((part) => part !== open), { kind: 'text', text: before + text, isOpen: true }];
}

const closed = (part: Part): Part =>
  part.kind === 'text' && part.isOpen ? { ...part, isOpen: false } : part;

const changeCall = (parts: Part[], id: string, change: (call: ToolCall) => Partial<ToolCall>): Part[] =>
  parts.map((part) => (part.kind === 'call' && part.id === id ? { ...part, ...change(part) } : part));
