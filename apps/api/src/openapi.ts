import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';

type OpenApi = NonNullable<FastifyDynamicSwaggerOptions['openapi']>;
type ZodToJsonConfig = NonNullable<Parameters<typeof createJsonSchemaTransform>[0]['zodToJsonConfig']>;

/** Leaves out what is useless to readers: patterns that repeat a format, and the bounds of safe integers. */
const zodToJsonConfig: ZodToJsonConfig = {
  override({ zodSchema, jsonSchema }) {
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    delete jsonSchema.propertyNames;
    // only strict objects are declared closed: later versions may add fields to an answer
    if (zodSchema instanceof z.ZodObject && zodSchema.def.catchall === undefined) {
      delete jsonSchema.additionalProperties;
    }
  },
};

const tags = [
  { name: 'memories', description: 'What is stored: seen, written, changed, taken back' },
  { name: 'search', description: 'What is found for a text, and why' },
  { name: 'sessions', description: 'Conversations and their messages' },
  { name: 'contexts', description: 'What models were sent, why, and again' },
  { name: 'documents', description: 'Files and pages that the agent knows what is written in' },
  { name: 'projects', description: 'What is remembered by project' },
  { name: 'shared', description: 'What agents share with each other' },
  { name: 'focus', description: 'What the user has been working on lately' },
  { name: 'imports', description: 'Memories of other products' },
  { name: 'jobs', description: 'Background work' },
  { name: 'upkeep', description: 'Work on the whole store' },
  { name: 'server', description: 'The server itself' },
];

/**
 * Describes all routes that are registered after this, from the schemas that check them, for `app.swagger()`. apps/api/openapi.json is the same
 * document, committed.
 */
export async function describeAsOpenApi(app: FastifyInstance): Promise<void> {
  const components = createJsonSchemaTransformObject({ zodToJsonConfig });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'DevAI',
        version: '0.1.0',
        description:
          'An agent with a memory that can show, explain and undo what it knows. See docs/http.md.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags,
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'DEVAI_API_TOKEN, where one is set' },
        },
      },
      // a server without a configured token needs none
      security: [{ token: [] }, {}],
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig }),
    transformObject(given) {
      const document = components(given);
      if ('components' in document) {
        keepAnswers(document.components?.schemas ?? {});
        nameProblems(document);
      }
      return document;
    },
  });
}

/** Moves the error answers, which are the same for all operations, to the components, by their status. */
function nameProblems({ paths = {}, components = {} }: OpenApi): void {
  components.responses = {};
  for (const operations of Object.values(paths)) {
    for (const method of ['get', 'post', 'put', 'delete'] as const) {
      const responses = operations?.[method]?.responses ?? {};
      for (const [status, answer] of Object.entries(responses)) {
        if (status.startsWith('2')) continue;
        components.responses[status] = answer;
        responses[status] = { $ref: `#/components/responses/${status}` };
      }
    }
  }
}

/** Keeps the schemas of answers and drops their request forms (`…Input`). Sorts them by name, so that the order does not depend on loading. */
function keepAnswers(schemas: object): void {
  for (const [name, schema] of Object.entries(schemas).toSorted(([one], [other]) =>
    one.localeCompare(other),
  )) {
    Reflect.deleteProperty(schemas, name);
    if (!name.endsWith('Input')) Reflect.set(schemas, name, schema);
  }
}
