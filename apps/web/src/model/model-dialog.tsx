import { useModel, type ModelChoice, type ModelProvider } from '@devai/react';
import { useRef, useState, type ReactNode } from 'react';
import { Modal } from '../parts/modal.tsx';
import { Loaded } from '../parts/states.tsx';
import { useTell } from '../parts/toasts.tsx';

/** Connects a model to the server. */
export default function ModelDialog({ onClose }: { onClose: () => void }): ReactNode {
  const model = useModel();
  return (
    <Modal title="Connect a model" onClose={onClose}>
      <Loaded of={model} what="the model of the server">
        {model.data?.fixed === true ? (
          <p>
            The environment of the server names its models, and wins over what is chosen here:{' '}
            {model.data.models.join(', ')}. Change them there, and start the server again.
          </p>
        ) : (
          model.data && <ModelForm {...{ model, known: model.data, onClose }} />
        )}
      </Loaded>
    </Modal>
  );
}

type ModelFormProps = {
  model: ReturnType<typeof useModel>;
  known: NonNullable<ReturnType<typeof useModel>['data']>;
  onClose: () => void;
};

const localAddress = 'http://127.0.0.1:11434/v1';

function ModelForm({ model: { test, use, drop }, known, onClose }: ModelFormProps): ReactNode {
  const { saved, providers } = known;
  const [provider, setProvider] = useState<ModelProvider>(saved?.provider ?? 'openai');
  const form = useRef<HTMLFormElement>(null);
  const tell = useTell();
  const isSaved = saved?.provider === provider;
  const usual = isSaved ? saved.model : (providers.find(({ id }) => id === provider)?.model ?? '');
  const isBusy = test.isPending || use.isPending || drop.isPending;
  const failure = test.error ?? use.error ?? drop.error;
  const read = (): ModelChoice | null => {
    if (form.current?.reportValidity() !== true) return null;
    const fields = new FormData(form.current);
    const text = (name: string): string => String(fields.get(name) ?? '').trim();
    return {
      ...{ provider, model: text('model') },
      ...(text('key') !== '' && { key: text('key') }),
      ...(provider === 'local' && { address: text('address') }),
    };
  };
  const reset = (): void => {
    test.reset();
    use.reset();
  };
  const take = async (): Promise<void> => {
    const choice = read();
    if (choice === null) return;
    reset();
    // a failure is shown in the form
    const taken = await use.mutateAsync(choice).catch(() => null);
    if (taken === null) return;
    tell(`${taken.models.join(', ')} answers from the next message on.`);
    onClose();
  };
  return (
    <form
      ref={form}
      className="fields"
      onChange={reset}
      onSubmit={(event) => {
        event.preventDefault();
        void take();
      }}
    >
      <p className="hint">
        Your messages, and what is remembered for them, are then sent to it. The key is kept on the server, in
        a file that only its owner can read, and is never shown again. It also does the learning in the
        background.
      </p>
      <label>
        Provider
        <select value={provider} onChange={({ target }) => setProvider(providerOf(target.value))}>
          {providers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {provider === 'local' && (
        <label>
          Address
          <input
            name="address"
            type="url"
            pattern="https?://.+"
            required
            defaultValue={(isSaved ? saved.address : null) ?? localAddress}
          />
        </label>
      )}
      <label>
        Key
        <input
          key={provider}
          name="key"
          type="password"
          autoComplete="off"
          required={provider !== 'local' && !(isSaved && saved.hasKey)}
          placeholder={
            isSaved && saved.hasKey ? 'the one that is saved' : provider === 'local' ? 'if it needs one' : ''
          }
        />
      </label>
      <label>
        Model
        <input key={provider} name="model" required maxLength={200} defaultValue={usual} />
      </label>
      <div role="status">
        {test.isPending && <p>Asking the model …</p>}
        {test.data && (
          <p className={test.data.ok ? 'tried works' : 'tried'}>
            {test.data.ok
              ? `It works. Asked for the colour of the sky, it said: “${test.data.said}”`
              : test.data.said}
          </p>
        )}
        {failure && <p className="tried">{failure.message}</p>}
      </div>
      <div className="actions">
        {saved && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => drop.mutate(undefined, { onSuccess: onClose })}
          >
            Disconnect
          </button>
        )}
        <button
          type="button"
          disabled={isBusy}
          onClick={() => {
            const choice = read();
            reset();
            if (choice) test.mutate(choice);
          }}
        >
          Test
        </button>
        <button type="submit" className="primary" disabled={isBusy}>
          Use it
        </button>
      </div>
    </form>
  );
}

const providerOf = (value: string): ModelProvider =>
  value === 'zai' || value === 'local' ? value : 'openai';
