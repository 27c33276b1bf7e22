import type { ReactNode } from 'react';

/** `code_knowledge` as `code knowledge`. */
export const spaced = (name: string): string => name.replaceAll('_', ' ');

type OptionsProps<Value extends string> = { of: readonly Value[]; nameOf?: (value: Value) => string };

/** The options of a select. */
export const Options = <Value extends string>({ of, nameOf = spaced }: OptionsProps<Value>): ReactNode =>
  of.map((value) => (
    <option key={value} value={value}>
      {nameOf(value)}
    </option>
  ));
