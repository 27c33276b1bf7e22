import type { ChatModel, ContextProfile, Log, UserMemory } from '@devai/memory';
import type { ClientKind, ServerFrame } from '@devai/fastify/protocol/frames';
import type { Tool } from '../tools/tool.ts';
import type { Workspace } from '../tools/workspace.ts';
import type { Approvals } from './approvals.ts';
import type { ForgottenLately } from './forgotten-lately.ts';
import type { Conversation } from './conversation.ts';
import type { PrefixMeter } from './prefix-meter.ts';
import type { Agent } from './roster/agent.ts';
import type { SystemContext } from './system-context.ts';
import type { TokenScale } from './token-scale.ts';

/** Everything a turn needs; made once per session. */
export type TurnHost = {
  sessionId: string;
  project: string | null;
  /** Who talks with the user. */
  agent: Agent;
  conversation: Conversation;
  memory: UserMemory;
  model: ChatModel;
  tokenScale: TokenScale;
  workspace: Workspace;
  systemContext: SystemContext;
  contextProfile: ContextProfile;
  prefixMeter: PrefixMeter;
  approvals: Approvals;
  tools: Tool[];
  /** Nothing of the conversation is kept. */
  isTemporary: boolean;
  /** No model is configured. */
  isOffline: boolean;
  /** What can be taken back. */
  forgottenLately: ForgottenLately;
  /** Begins a turn, after the running one, with a message that the user chose by a button. */
  sayForUser: (text: string) => void;
  emit: (frame: ServerFrame) => void;
  log: Log;
};

export type TurnInput = {
  turn: string;
  messageId: string;
  text: string;
  /** W3C trace id of the request. */
  traceId: string;
  /** What shows the reply; null: unknown. */
  client: ClientKind | null;
  signal: AbortSignal;
};
