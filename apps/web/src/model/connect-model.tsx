import { createContext, lazy, Suspense, use, useState, type ReactNode } from 'react';
import { CallerContext } from '../caller.tsx';

const ModelDialog = lazy(() => import('./model-dialog.tsx'));

const ModelContext = createContext<(() => void) | null>(null);

/** Opens the dialog that connects a model; null for whoever may not do so. */
export const useConnectModel = (): (() => void) | null => use(ModelContext);

/** Has the dialog, which outlives what opened it. */
export function ModelProvider({ children }: { children: ReactNode }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { caller } = use(CallerContext);
  return (
    <ModelContext value={caller?.isOperator === true ? () => setOpen(true) : null}>
      {children}
      <Suspense>{isOpen && <ModelDialog onClose={() => setOpen(false)} />}</Suspense>
    </ModelContext>
  );
}
