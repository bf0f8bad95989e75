/** The newsroom pages; each page loads its own data. */
import { type ComponentChildren, render } from 'preact';
import { Analyse } from './app/analyse.tsx';
import { Article, ArticleList } from './app/articles.tsx';
import { Company } from './app/company.tsx';
import { Media } from './app/media.tsx';
import { Plan } from './app/plan.tsx';
import { ReleaseEditor } from './app/releases/editor.tsx';
import { ReleaseList } from './app/releases/list.tsx';
import { Result, ResultList } from './app/results.tsx';
import { Start } from './app/start.tsx';
import { offerSignIn } from './common/sign-in-again.tsx';
import { island, readFacts } from './common/workspace.ts';

const { view } = readFacts<{ view: string }>();
const id = new URLSearchParams(location.search).get('id');

function choose(): ComponentChildren {
  switch (view) {
    case 'analyse':
      return <Analyse />;
    case 'results':
      return id === null ? <ResultList /> : <Result id={id} />;
    case 'releases':
      return id === null ? <ReleaseList /> : <ReleaseEditor id={id} />;
    case 'media':
      return <Media />;
    case 'articles':
      return id === null ? <ArticleList /> : <Article id={Number(id)} />;
    case 'company':
      return <Company />;
    case 'plan':
      return <Plan />;
    default:
      return <Start />;
  }
}

offerSignIn();
island.textContent = '';
render(choose(), island);
