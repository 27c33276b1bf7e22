import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { ServerFrame } from '@devai/fastify/protocol/frames';

/** The work of one agent: the turn itself, or a task that it delegated. */
type Work = {
  span: Span;
  /** When the step that no span shows yet began. */
  since: number;
  model: Span | null;
  hasText: boolean;
  tools: Map<string, Span>;
  /** What waits for the user, who decides for delegated work, too. */
  approvals: Map<string, Span>;
  /** The agents that tool calls delegated to. */
  agents: Map<string, Work>;
};

type Parts = {
  tracer: Tracer;
  /** Other names of tools are a model's invention, and not shown. */
  toolNames: ReadonlySet<string>;
  /** Makes the next trace have this id. */
  useTraceId: (id: string) => void;
};

/**
 * Spans of turns, from the frames that clients get: `turn` with `recall`, `assembly`, `compaction`, `chat` (a model's reply), `execute_tool` with
 * `approval`, and `agent`. Names of models and agents follow OpenTelemetry's conventions for generative AI. They carry figures, ids and names of
 * fixed sets, and no text of anybody.
 */
export function createTurnSpans({ tracer, toolNames, useTraceId }: Parts) {
  const turns = new Map<string, Work>();

  return {
    noteFrame(frame: ServerFrame, traceId: string): void {
      if (!('turn' in frame) || frame.turn === undefined) return;
      if (frame.type === 'message' && frame.role === 'user') begin(frame.turn, traceId);
      const work = turns.get(frame.turn);
      if (!work) return;
      follow(work, frame);
      if (frame.type !== 'message' || frame.end === undefined) return;
      turns.delete(frame.turn);
      work.span.setAttribute('devai.end', frame.end);
      if (frame.end === 'failed') work.span.setStatus({ code: SpanStatusCode.ERROR });
      finish(work);
    },
    /** Ends what runs, so that it is exported. */
    close(): void {
      for (const work of turns.values()) finish(work);
      turns.clear();
    },
  };

  function begin(turn: string, traceId: string): void {
    if (turns.has(turn)) return;
    useTraceId(traceId);
    const attributes = { 'devai.turn': turn };
    turns.set(turn, workOf(tracer.startSpan('turn', { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT)));
  }

  function follow(work: Work, frame: ServerFrame): void {
    switch (frame.type) {
      case 'memory_recalled': {
        const { memories, said, passages, standing, tokens, degraded } = frame;
        passed(work, 'recall', {
          'devai.recall.memories': memories.length,
          'devai.recall.messages': said.length,
          'devai.recall.passages': passages.length,
          'devai.recall.standing': standing.length,
          'devai.recall.tokens': tokens,
          'devai.recall.degraded': degraded.length,
        });
        break;
      }
      case 'context_compacted':
        passed(work, 'compaction', {
          'devai.tokens.before': frame.tokensBefore,
          'devai.tokens.after': frame.tokensAfter,
        });
        break;
      case 'context_assembled':
        endModel(work);
        passed(work, 'assembly', { 'devai.context': frame.id, 'devai.tokens': frame.tokens });
        work.model = child(work.span, 'chat', { 'gen_ai.operation.name': 'chat', 'devai.step': frame.step });
        work.hasText = false;
        break;
      case 'text_delta':
      case 'thinking':
        if (!work.hasText) work.model?.addEvent('first text');
        work.hasText = true;
        break;
      case 'tool_call': {
        endModel(work);
        const name = toolNames.has(frame.name) ? frame.name : 'unknown';
        const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name };
        work.tools.set(frame.id, child(work.span, `execute_tool ${name}`, attributes));
        break;
      }
      case 'tool_result': {
        const span = work.tools.get(frame.id);
        work.tools.delete(frame.id);
        const agent = work.agents.get(frame.id);
        if (agent) finish(agent);
        work.agents.delete(frame.id);
        if (frame.refused) span?.setAttribute('devai.refused', true);
        if (!frame.ok) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
        work.since = Date.now();
        break;
      }
      case 'approval_request':
        work.approvals.set(frame.id, child(callOf(work, frame.call) ?? work.span, 'approval'));
        break;
      case 'approval_resolved':
        work.approvals.get(frame.id)?.setAttribute('devai.decision', frame.decision).end();
        work.approvals.delete(frame.id);
        break;
      case 'agent_frame': {
        const name = `invoke_agent ${frame.agent}`;
        const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': frame.agent };
        const span = () => child(work.tools.get(frame.call) ?? work.span, name, attributes);
        const agent = work.agents.get(frame.call) ?? workOf(span());
        work.agents.set(frame.call, agent);
        follow(agent, frame.frame);
        break;
      }
      case 'error':
        work.span.setAttribute('error.type', frame.code);
    }
  }

  /** A step that has just ended. */
  function passed(work: Work, name: string, attributes: Attributes): void {
    child(work.span, name, attributes, work.since).end();
    work.since = Date.now();
  }

  function child(parent: Span, name: string, attributes: Attributes = {}, startTime = Date.now()): Span {
    return tracer.startSpan(name, { attributes, startTime }, trace.setSpan(ROOT_CONTEXT, parent));
  }
}

const workOf = (span: Span): Work => ({
  span,
  since: Date.now(),
  model: null,
  hasText: false,
  tools: new Map(),
  approvals: new Map(),
  agents: new Map(),
});

/** The span of a running call, of a delegated agent first. */
const callOf = ({ agents, tools }: Work, id: string): Span | undefined =>
  [...agents.values()].map((agent) => agent.tools.get(id)).find((span) => span !== undefined) ??
  tools.get(id);

function endModel(work: Work): void {
  work.model?.end();
  work.model = null;
}

function finish(work: Work): void {
  endModel(work);
  for (const agent of work.agents.values()) finish(agent);
  for (const span of [...work.approvals.values(), ...work.tools.values()]) span.end();
  work.span.end();
}
