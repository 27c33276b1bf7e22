import { randomUUID } from 'node:crypto';
import type { Risk, Tool } from '../tools/tool.ts';
import type { ApprovalDecision, ApprovalRequest, ServerFrame } from '../protocol/frames.ts';

/** From which risk on the user is asked. */
export const approvalPolicies = ['execute', 'write', 'none'] as const;
export type ApprovalPolicy = (typeof approvalPolicies)[number];

/** Milliseconds after which no answer is a no. */
const longestWait = 600_000;

export type ApprovalAnswer = {
  decision: ApprovalDecision;
  note: string | null;
  by: 'user' | 'timeout' | 'cancel';
};

type Asked = Pick<Tool, 'name' | 'risk' | 'alwaysAsks'>;
type Pending = { request: ApprovalRequest; settle: (answer: ApprovalAnswer) => void };
type Options = { policy: ApprovalPolicy; emit: (frame: ServerFrame) => void; wait?: number };

export type Approvals = ReturnType<typeof createApprovals>;

/** What the user of a session allows the agent to do. An answer comes once, from whichever client is first. */
export function createApprovals({ policy, emit, wait = longestWait }: Options) {
  const pending = new Map<string, Pending>();
  /** Tools that the user allowed for the rest of the session, in this process. */
  const allowed = new Set<string>();

  return {
    /** Whether the user is to be asked before the tool runs. */
    needs: (tool: Asked): boolean =>
      !allowed.has(tool.name) && (tool.alwaysAsks === true || asksFor(policy, tool.risk)),
    /** Requests without an answer, for a client that joins. */
    pending: (): ApprovalRequest[] => Array.from(pending.values(), ({ request }) => request),
    /** Asks the user. No answer in ten minutes is a no, and so is an aborted signal. Never throws. */
    async ask(given: Omit<ApprovalRequest, 'id'>, signal: AbortSignal): Promise<ApprovalAnswer> {
      const request = { ...given, id: randomUUID() };
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
      if (answer.decision === 'session') allowed.add(request.tool);
      emit({ type: 'approval_resolved', id: request.id, turn: request.turn, ...answer });
      return answer;
    },
    /** Whether the request waited for an answer. */
    answer(id: string, decision: ApprovalDecision, note: string | null): boolean {
      const asked = pending.get(id);
      // the first answer counts
      pending.delete(id);
      asked?.settle({ decision, note, by: 'user' });
      return asked !== undefined;
    },
  };
}

const risks: Risk[] = ['read', 'write', 'execute'];

const asksFor = (policy: ApprovalPolicy, risk: Risk): boolean =>
  policy !== 'none' && risks.indexOf(risk) >= risks.indexOf(policy);
