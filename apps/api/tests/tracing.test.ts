import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { connectClient } from './chat-client.ts';
import { environmentOf } from './compacting-chat.ts';
import { scriptAgents } from './script-agents.ts';
import { serveChat } from './serve-chat.ts';

const value = z.object({ stringValue: z.string() }).or(z.looseObject({}));
const attributes = z.array(z.object({ key: z.string(), value })).default([]);
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.string(),
              endTimeUnixNano: z.string(),
              attributes,
              status: z.object({ code: z.int() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** The address of a server that listens until the test ends. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? '') : ''}`;
}

/** A collector of OpenTelemetry, which keeps what it got. */
async function startCollector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  return {
    endpoint: await listen(server),
    bodies,
    spans: () =>
      bodies
        .flatMap((body) => exported.parse(JSON.parse(body)).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  };
}

/** What a model answers to call one tool. */
const calling = (name: string, input: object) => ({
  toolCalls: [{ id: `call-${name}`, name, arguments: JSON.stringify(input) }],
});

const world = serveChat('test', null);
const traceId = '0af7651916cd43dd8448eb211c80319c';

it('a turn is a trace of what it did, with the id that its client gave, and without a text of anybody', async () => {
  const collector = await startCollector();
  const environment = {
    ...environmentOf(world.model),
    ALLOW_SHELL: 'on',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`,
  };
  const server = await world.start({ environment, background: false });
  scriptAgents(world.model, {
    chapo: [
      calling('delegate', { to: 'devo', task: 'Run the canarytask.' }),
      calling('canarytool', {}),
      'The canaryreply.',
    ],
    devo: [calling('run_command', { command: 'echo canarycommand' }), 'canarydone'],
  });
  const client = await connectClient(server.url, {}, { traceparent: `00-${traceId}-b7ad6b7169203331-01` });
  client.send({ type: 'message', content: 'remember this: the canarydog sleeps in the shed' });
  const { id } = await client.next('approval_request');
  client.send({ type: 'approve', id, decision: 'once' });
  await client.next('message', ({ role }) => role === 'assistant');
  await client.close();
  await server.memory.jobs.drain();
  await server.stop();

  const spans = collector.spans();
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [turn] = named('turn');
  const parentOf = (name: string) =>
    named(name).map(({ parentSpanId }) => spans.find(({ spanId }) => spanId === parentSpanId)?.name);
  expect(turn).toMatchObject({ traceId, status: { code: 0 } });
  expect(turn?.parentSpanId).toBeUndefined();
  expect(parentOf('recall')).toEqual(['turn']);
  expect(parentOf('assembly')).toEqual(['turn', 'turn', 'turn']);
  expect(parentOf('chat')).toEqual(['turn', 'turn', 'turn']);
  expect(parentOf('execute_tool delegate')).toEqual(['turn']);
  expect(parentOf('invoke_agent devo')).toEqual(['execute_tool delegate']);
  expect(parentOf('execute_tool run_command')).toEqual(['invoke_agent devo']);
  expect(parentOf('approval')).toEqual(['execute_tool run_command']);
  expect(parentOf('execute_tool unknown')).toEqual(['turn']);
  expect(named('execute_tool unknown')[0]?.status.code).toBe(2);
  for (const { startTimeUnixNano, endTimeUnixNano } of spans)
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));

  const jobs = spans.filter(({ name }) => name.startsWith('job '));
  expect(jobs.map(({ name }) => name)).toContain('job extract');
  expect(new Set(spans.map((span) => span.traceId)).size).toBe(1 + jobs.length);
  expect(collector.bodies.join('\n')).not.toMatch(/canary/i);
});

it('a collector that does not answer is said, and neither a turn nor the stop waits for it long', async () => {
  const silent = await listen(createServer(() => {}));
  const lines: string[] = [];
  const environment = {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${silent}/traces`,
    LOG_LEVEL: 'warn',
  };
  const logStream = { write: (line: string) => void lines.push(line) };
  const server = await world.start({ environment, background: false, logStream });
  const client = await world.connect();
  await client.say('My cat is called Mimi');
  await client.close();
  const began = performance.now();
  await server.stop();
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(lines.join('\n')).toContain('the last traces were not exported');
});
