import { Toast } from 'radix-ui';
import { createContext, use, useCallback, useState, type ReactNode } from 'react';

type Told = { id: number; text: string; isError: boolean };

const TellContext = createContext<(text: string, isError?: boolean) => void>(() => {});

/** Shows for some seconds what was done, or why it was not. */
export const useTell = () => use(TellContext);

/**
 * Returns a function that tells how a change ended: the words for its result, or why it failed. It tells it even when the
 * view was left meanwhile, or began another change.
 */
export function useTellOutcome() {
  const tell = useTell();
  return useCallback(
    <Result,>(change: Promise<Result>, words: (result: Result) => string | null = () => null): void =>
      void change.then(
        (result) => {
          const text = words(result);
          if (text !== null) tell(text);
        },
        (error: unknown) => tell(error instanceof Error ? error.message : String(error), true),
      ),
    [tell],
  );
}

/** Shows the messages of `useTell` at the bottom of the page. */
export function ToastProvider({ children }: { children: ReactNode }): ReactNode {
  const [told, setTold] = useState<Told[]>([]);
  const tell = useCallback(
    (text: string, isError = false) =>
      setTold((before) => [...before, { id: performance.now(), text, isError }]),
    [],
  );
  return (
    <TellContext value={tell}>
      <Toast.Provider duration={6_000}>
        {children}
        {told.map(({ id, text, isError }) => (
          <Toast.Root
            key={id}
            className={isError ? 'toast wrong' : 'toast'}
            onOpenChange={(open) => !open && setTold((all) => all.filter((one) => one.id !== id))}
          >
            <Toast.Description>{text}</Toast.Description>
          </Toast.Root>
        ))}
        <Toast.Viewport className="toasts" />
      </Toast.Provider>
    </TellContext>
  );
}
