import { diag, DiagLogLevel, ROOT_CONTEXT, SpanStatusCode } from '@opentelemetry/api';
import { withTimeLimit, type Log, type Memory } from '@devai/memory';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, RandomIdGenerator } from '@opentelemetry/sdk-trace-base';
import manifest from '../../package.json' with { type: 'json' };
import type { ServerFrame } from '@devai/fastify/protocol/frames';
import { createTurnSpans } from './turn-spans.ts';

/** Milliseconds that a server which stops waits for the collector. */
const lastExport = 3_000;

export type Tracing = {
  /** Follows a frame of a turn, whose trace has this id. */
  noteFrame: (frame: ServerFrame, traceId: string) => void;
  /** Exports what is left. Never throws. */
  close: () => Promise<void>;
};

type Traced = {
  /** Where spans go: OTLP as JSON over HTTP. */
  endpoint: string;
  jobs: Pick<Memory['jobs'], 'onEnded'>;
  toolNames: ReadonlySet<string>;
  log: Log;
};

/** Sends spans of turns and jobs to a collector of OpenTelemetry. Its SDK reads what `OTEL_…` says of service, headers, sampling and batches. */
export function createTracing({ endpoint, jobs, toolNames, log }: Traced): Tracing {
  const say = (message: string) => log.warn({ message: firstLine(message) }, 'traces are not exported');
  const logger = { error: say, warn: say, info: () => {}, debug: () => {}, verbose: () => {} };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const random = new RandomIdGenerator();
  let traceId: string | null = null;
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'devai', 'service.version': manifest.version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: endpoint }))],
    idGenerator: {
      generateSpanId: () => random.generateSpanId(),
      generateTraceId() {
        const id = traceId ?? random.generateTraceId();
        traceId = null;
        return id;
      },
    },
  });
  const tracer = provider.getTracer('devai', manifest.version);
  const turns = createTurnSpans({
    tracer,
    toolNames,
    useTraceId: (id) => {
      traceId = id;
    },
  });
  const stopListening = jobs.onEnded(({ id, kind, outcome, attempt, milliseconds }) => {
    const attributes = { 'devai.job': id, 'devai.outcome': outcome, 'devai.attempt': attempt };
    const startTime = Date.now() - milliseconds;
    const span = tracer.startSpan(`job ${kind}`, { root: true, startTime, attributes }, ROOT_CONTEXT);
    if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });

  return {
    noteFrame: turns.noteFrame,
    async close() {
      stopListening();
      turns.close();
      try {
        await withTimeLimit(() => provider.shutdown(), { milliseconds: lastExport });
      } catch {
        log.warn({ endpoint }, 'the last traces were not exported: the collector does not answer');
      }
      diag.disable();
    },
  };
}

const firstLine = (text: string): string => text.split('\n')[0] ?? '';
