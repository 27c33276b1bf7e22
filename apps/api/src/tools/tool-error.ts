/** Goes back to the model as the call's result: the message says what was wrong and what to do instead. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}
