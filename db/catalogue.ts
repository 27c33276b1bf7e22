export type FunctionName = string;
export type ArgumentsOf<_Name extends FunctionName> = Record<string, unknown>;
