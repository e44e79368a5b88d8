import { connectPage } from '../../editor/webview/connect.ts';
import './main.css';
import { inspectorPage } from '../protocol.ts';
import { createPage } from './page.ts';

connectPage(inspectorPage, createPage);
