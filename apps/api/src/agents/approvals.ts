import { randomUUID } from 'node:crypto';
import type { Risk, Tool } from '../tools/tool.ts';
import type { ApprovalDecision, ApprovalRequest, ServerFrame } from '@devai/fastify/protocol/frames';

/** The risk from which on the user is asked. */
export const approvalPolicies = ['execute', 'write', 'none'] as const;
export type ApprovalPolicy = (typeof approvalPolicies)[number];

/** Milliseconds after which a request without an answer is denied. */
const longestWait = 600_000;

export type ApprovalAnswer = {
  decision: ApprovalDecision;
  note: string | null;
  by: 'user' | 'timeout' | 'cancel';
};

type AskedTool = Pick<Tool, 'name' | 'risk' | 'alwaysAsks'>;
type Wanted = Pick<ApprovalRequest, 'agent' | 'arguments'>;
/** The part of a request that does not follow from the tool. */
type Call = Omit<ApprovalRequest, 'id' | 'tool' | 'risk' | 'covers' | 'inWords'>;
type Pending = { request: ApprovalRequest; settle: (answer: ApprovalAnswer) => void };
type Offer = { id: string; turn: string; answer: (decision: ApprovalDecision) => void };
type Options = { policy: ApprovalPolicy; emit: (frame: ServerFrame) => void; wait?: number };

export type Approvals = ReturnType<typeof createApprovals>;

/** What the user of a session allows the agents to do. The first answer to a request counts, from whichever client. */
export function createApprovals({ policy, emit, wait = longestWait }: Options) {
  const pending = new Map<string, Pending>();
  /** What the user allowed for the rest of the session, in this process. */
  const allowed = new Set<string>();
  /** The request that no turn waits for. */
  let offered: Offer | null = null;

  /** Ends the offer, if there is one. */
  function endOffer(answer: ApprovalAnswer): Offer | null {
    const ended = offered;
    offered = null;
    if (!ended) return null;
    pending.delete(ended.id);
    emit({ type: 'approval_resolved', id: ended.id, turn: ended.turn, ...answer });
    return ended;
  }

  return {
    /**
     * Asks the user without waiting: the turn ends, and the user's next message answers, too (`settleOffer`). `answered` is called when a client
     * answers the request itself. A new offer replaces the one before.
     */
    offer(tool: AskedTool, call: Call, answered: Offer['answer']): void {
      endOffer({ decision: 'deny', note: null, by: 'cancel' });
      const { name, risk } = tool;
      const request = {
        ...call,
        tool: name,
        risk,
        covers: coverOf(tool),
        inWords: true,
        id: randomUUID(),
      } as const;
      offered = { id: request.id, turn: request.turn, answer: answered };
      pending.set(request.id, {
        request,
        settle(answer) {
          endOffer(answer)?.answer(answer.decision);
        },
      });
      emit({ type: 'approval_request', ...request });
    },
    /** Notes what the user's message answers to the offer; a message about something else is a no. */
    settleOffer(decision: ApprovalDecision): void {
      endOffer({ decision, note: null, by: 'user' });
    },
    /** Whether the user must be asked before this call runs. */
    needs: (tool: AskedTool, wanted: Wanted): boolean =>
      (tool.alwaysAsks === true || asksFor(policy, tool.risk)) && !allowed.has(grantOf(tool, wanted)),
    /** Requests without an answer, for a client that joins. */
    pending: (): ApprovalRequest[] => Array.from(pending.values(), ({ request }) => request),
    /** Asks the user. No answer in ten minutes is a no, and so is an aborted signal. Never throws. */
    async ask(tool: AskedTool, call: Call, signal: AbortSignal): Promise<ApprovalAnswer> {
      const { name, risk } = tool;
      const request = { ...call, tool: name, risk, covers: coverOf(tool), id: randomUUID() };
      const answered = Promise.withResolvers<ApprovalAnswer>();
      const deny = (by: 'timeout' | 'cancel') => () => answered.resolve({ decision: 'deny', note: null, by });
      const cancel = deny('cancel');
      const timer = setTimeout(deny('timeout'), wait);
      signal.addEventListener('abort', cancel, { once: true });
      pending.set(request.id, { request, settle: answered.resolve });
      emit({ type: 'approval_request', ...request });
      if (signal.aborted) cancel();
      const answer = await answered.promise;
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      pending.delete(request.id);
      if (answer.decision === 'session') allowed.add(grantOf(tool, call));
      emit({ type: 'approval_resolved', id: request.id, turn: request.turn, ...answer });
      return answer;
    },
    /** Answers a request; false when none of this id waits. */
    answer(id: string, decision: ApprovalDecision, note: string | null): boolean {
      const asked = pending.get(id);
      // later answers to the request find nothing
      pending.delete(id);
      asked?.settle({ decision, note, by: 'user' });
      return asked !== undefined;
    },
  };
}

/** What the decision `session` allows: a tool that always asks gets only the same call again. */
const coverOf = ({ alwaysAsks }: AskedTool): ApprovalRequest['covers'] =>
  alwaysAsks === true ? 'call' : 'tool';

/** Names what the decision `session` allows: one agent, because the user was told who asks. */
const grantOf = (tool: AskedTool, { agent, arguments: input }: Wanted): string =>
  JSON.stringify([agent, tool.name, ...(coverOf(tool) === 'call' ? [input] : [])]);

const risks: Risk[] = ['read', 'write', 'execute'];

const asksFor = (policy: ApprovalPolicy, risk: Risk): boolean =>
  policy !== 'none' && risks.indexOf(risk) >= risks.indexOf(policy);
