import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import { untilAborted } from '../time-limit.ts';

/** The parameters of a method by their names, in order. */
export type Form = Record<string, z.ZodType>;

type Method = (...args: never[]) => unknown;

/** A form for every method of an interface, and of its parts. Null: the method has no parameters, or returns at once and throws nothing. */
export type Forms<Api> = {
  readonly [Name in keyof Api]: Api[Name] extends Method ? Form | null : Forms<Api[Name]>;
};

/**
 * Returns the same interface with methods that first validate their arguments by their forms: they get the parsed arguments, and
 * reject with `invalid_input` and the path of each problem.
 */
export const checkCalls = <Api extends object>(api: Api, forms: object): Api =>
  wrapCalls(api, forms, (method, form) => {
    const parameters = Object.entries(form);
    return async (...args) => {
      const read = await Promise.all(
        parameters.map(([name, schema], index) => readArgument(name, schema, args[index])),
      );
      return method(...read);
    };
  });

/**
 * Returns the same interface with methods that reject with the reason of a signal, when it is aborted before they are done; those that take
 * a signal get it, beside one that is given.
 */
export const abortCalls = <Api extends object>(api: Api, forms: object, signal: AbortSignal): Api =>
  wrapCalls(api, forms, (method, form) => {
    const taking = Object.values(form).findIndex(takesSignal);
    return (...args) => {
      const given: unknown = args[taking] ?? {};
      if (taking >= 0 && isObject(given)) {
        const own: unknown = Reflect.get(given, 'signal');
        const either = own instanceof AbortSignal ? AbortSignal.any([own, signal]) : signal;
        args[taking] = { ...given, signal: either };
      }
      return untilAborted(() => method(...args), signal);
    };
  });

/** Whether a parameter is an object that may have a signal. */
function takesSignal(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional) return takesSignal(schema.unwrap());
  return schema instanceof z.ZodObject && 'signal' in schema.shape;
}

type Call = (...args: unknown[]) => Promise<unknown>;

/** Wraps each method that has a form. Getters stay getters. Members without a form stay as they are. */
function wrapCalls<Api extends object>(
  api: Api,
  forms: object,
  wrap: (call: Call, form: object) => Call,
): Api {
  const known = new WeakMap<object, object>();
  const checked = { ...api };
  for (const [name, { get: getter, value }] of Object.entries(Object.getOwnPropertyDescriptors(api))) {
    const form: unknown = Reflect.get(forms, name);
    Object.defineProperty(
      checked,
      name,
      getter
        ? { get: () => checkedMember(Reflect.apply(getter, api, []), form) }
        : { value: checkedMember(value, form) },
    );
  }
  return checked;

  function checkedMember(member: unknown, form: unknown): unknown {
    if (isMethod(member)) return isObject(form) ? wrap(callOf(member), form) : member.bind(api);
    if (!isObject(member) || !isObject(form)) return member;
    const part = known.get(member) ?? wrapCalls(member, form, wrap);
    known.set(member, part);
    return part;
  }

  function callOf(method: Method): Call {
    return async (...args) => Reflect.apply(method, api, args);
  }
}

/** Returns the same interface with methods that throw `invalid_input` with a problem, where there are forms for them. */
export function refuseCalls<Api extends object>(api: Api, forms: object, problem: string): Api {
  const refused = { ...api };
  for (const [name, form] of Object.entries(forms)) {
    const member: unknown = Reflect.get(api, name);
    const refuse = () => {
      throw new MemoryError('invalid_input', `${name}: ${problem}`);
    };
    const value = isMethod(member)
      ? form === null
        ? refuse
        : async () => refuse()
      : isObject(member)
        ? refuseCalls(member, form, problem)
        : member;
    Object.defineProperty(refused, name, { value, enumerable: true });
  }
  return refused;
}

/** Validates settings by a form that changes nothing. Throws `invalid_input` with the path of each problem. */
export function checkSettings(form: z.ZodType, settings: unknown, name = 'settings'): void {
  const { error } = form.safeParse(settings);
  if (error) throw new MemoryError('invalid_input', problemsOf(name, error), { cause: error });
}

/** Validates one argument. Throws `invalid_input` with the path of each problem. */
async function readArgument(name: string, schema: unknown, given: unknown): Promise<unknown> {
  if (!(schema instanceof z.ZodType)) throw new TypeError(`the parameter ${name} has no form`);
  const { data, error } = await schema.safeParseAsync(given);
  if (error) throw new MemoryError('invalid_input', problemsOf(name, error), { cause: error });
  return data;
}

/** The path within an object begins with its field, since callers do not know the name of the argument. */
const problemsOf = (name: string, { issues }: z.ZodError): string =>
  issues
    .map(({ path, message }) => {
      const place = typeof path[0] === 'string' ? path : [name, ...path];
      return `${place.map(String).join('.')}: ${message}`;
    })
    .join('; ');

const isMethod = (value: unknown): value is Method => typeof value === 'function';
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
