import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import type { Backend } from './backend.ts';
import type { Confirmations } from './confirmations.ts';

/** What a tool works with. */
export type ToolHost = {
  backend: Backend;
  confirmations: Confirmations;
  /** The client, as the memory's history names who keeps something. */
  client(): string;
};

/** `text` is for models that read no structured content. */
export type ToolAnswer<Output> = { text: string; output: Output };

export type Tool = {
  name: string;
  title: string;
  description: string;
  annotations: ToolAnnotations;
  input: z.ZodType;
  output: z.ZodType;
  run(given: unknown, host: ToolHost): Promise<ToolAnswer<unknown>>;
};

type Definition<Input extends z.ZodType, Output extends z.ZodType> = Omit<
  Tool,
  'input' | 'output' | 'run'
> & {
  input: Input;
  output: Output;
  run(given: z.output<Input>, host: ToolHost): Promise<ToolAnswer<z.input<Output>>>;
};

/** Throws the `ZodError` of arguments that do not fit. */
export const defineTool = <Input extends z.ZodType, Output extends z.ZodType>({
  input,
  output,
  run,
  ...rest
}: Definition<Input, Output>): Tool => ({
  ...rest,
  input,
  output,
  async run(given, host) {
    const answer = await run(input.parse(given), host);
    return { text: answer.text, output: output.parse(answer.output) };
  },
});

/** It only reads, and nothing but the memory. */
export const readsOnly: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
