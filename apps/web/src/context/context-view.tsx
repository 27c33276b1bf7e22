import { useContextList, useSessions, type ContextSummary } from '@devai/react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Ago } from '../parts/moment.tsx';
import { Empty, Loaded, ShowMore } from '../parts/states.tsx';
import { visible } from '../parts/visible.ts';
import { useWide } from '../parts/use-wide.ts';
import { useProject } from '../project.tsx';
import { ContextDetail } from './context-detail.tsx';
import { tokens } from './section-names.ts';
import './context.css';

const route = getRouteApi('/context');

/** The requests to models: a list, and one of them in detail. */
export function ContextView(): ReactNode {
  const { id, session } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject();
  const list = useContextList({ project, session });
  const { sessions } = useSessions({ project });
  const titles = new Map(sessions.map(({ id: of, name, firstWords }) => [of, name ?? firstWords ?? '']));
  const isWide = useWide();
  // a wide screen shows the newest request until one is chosen; requests that come meanwhile do not take its place
  const scope = [project, session].join(' ');
  const [first, setFirst] = useState<{ scope: string; id: string }>();
  const newest = list.contexts[0]?.id;
  if (first?.scope !== scope && newest !== undefined && !list.isFetching) setFirst({ scope, id: newest });
  const shown = id ?? (isWide && first?.scope === scope ? first.id : undefined);
  return (
    <div className="columns context">
      {(isWide || shown === undefined) && (
        <section aria-label="Requests" className="list">
          {session !== undefined && (
            <p className="bar-of-buttons">
              <span className="line">Of one session: {titles.get(session) ?? ''}</span>
              <Link to="/context" search={{}}>
                Show all
              </Link>
            </p>
          )}
          <Loaded of={list} what="requests">
            {list.contexts.length === 0 ? (
              <Empty title="Nothing was sent to a model yet">
                <p>
                  Each request to a model is kept here for some weeks: what filled it, what was left out, and
                  why.
                </p>
              </Empty>
            ) : (
              bySession(list.contexts).map(({ of, contexts }) => (
                <section key={contexts[0]?.id} aria-label={titles.get(of) || untitled}>
                  {session === undefined && (
                    <h2 className="label day line" dir="auto">
                      {titles.get(of) || untitled}
                    </h2>
                  )}
                  <ul className="names">
                    {contexts.map((context) => (
                      <li key={context.id}>
                        <Row context={context} isShown={context.id === shown} />
                      </li>
                    ))}
                  </ul>
                </section>
              ))
            )}
            <ShowMore of={list} />
          </Loaded>
        </section>
      )}
      {shown !== undefined && (
        <ContextDetail
          key={shown}
          id={shown}
          onClose={() => void navigate({ search: ({ session: of }) => ({ session: of }) })}
        />
      )}
    </div>
  );
}

const untitled = 'A session without a name';

/** Requests that follow each other in one session. A session that was taken up again later has two groups. */
function bySession(contexts: ContextSummary[]): { of: string; contexts: ContextSummary[] }[] {
  const groups: { of: string; contexts: ContextSummary[] }[] = [];
  for (const context of contexts) {
    const last = groups.at(-1);
    if (last?.of === context.sessionId) last.contexts.push(context);
    else groups.push({ of: context.sessionId, contexts: [context] });
  }
  return groups;
}

const Row = ({ context, isShown }: { context: ContextSummary; isShown: boolean }): ReactNode => (
  <Link
    to="/context"
    search={(before) => ({ session: before.session, id: context.id })}
    aria-current={isShown ? 'true' : undefined}
  >
    <span className="line" dir="auto">
      {context.asked === null ? 'A message that is no longer kept' : visible(context.asked)}
    </span>
    <span className="facts">
      <span>{stepOf(context)}</span>
      <span>{tokens(context.tokens)}</span>
      {context.end !== 'reply' && <span className="tag">{context.end}</span>}
      <Ago at={context.createdAt} />
    </span>
  </Link>
);

const stepOf = ({ question, step }: ContextSummary): string =>
  question === null ? `Step ${step}` : `Message ${question}, step ${step}`;
