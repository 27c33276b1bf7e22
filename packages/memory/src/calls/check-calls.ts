import { z } from 'zod';
import { MemoryError } from '../errors.ts';

/** The parameters of a method by their names, in order. */
export type Form = Record<string, z.ZodType>;

type Method = (...args: never[]) => unknown;

/** A form for every method of an interface, and of its parts. Null: the method has no parameters, or returns at once and throws nothing. */
export type Forms<Api> = {
  readonly [Name in keyof Api]: Api[Name] extends Method ? Form | null : Forms<Api[Name]>;
};

/**
 * Returns the same interface with methods that first validate their arguments by their forms: they get the parsed arguments, and
 * reject with `invalid_input` and the path of each problem. Getters stay getters. Members without a form stay as they are.
 */
export function checkCalls<Api extends object>(api: Api, forms: object): Api {
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
    if (isMethod(member)) return isObject(form) ? checkedMethod(member, form) : member.bind(api);
    if (!isObject(member) || !isObject(form)) return member;
    const part = known.get(member) ?? checkCalls(member, form);
    known.set(member, part);
    return part;
  }

  function checkedMethod(method: Method, form: object): Method {
    const parameters = Object.entries(form);
    return async (...args: unknown[]): Promise<unknown> => {
      const read = await Promise.all(
        parameters.map(([name, schema], index) => readArgument(name, schema, args[index])),
      );
      return Reflect.apply(method, api, read);
    };
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
