import { connectPage } from '../../editor/webview/connect.ts';
import './main.css';
import './parts.css';
import { environmentPage } from '../page/protocol.ts';
import { createPage } from './page.ts';

connectPage(environmentPage, createPage);
