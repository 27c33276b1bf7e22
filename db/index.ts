export type { ArgumentsOf, FunctionName } from './catalogue.ts';
