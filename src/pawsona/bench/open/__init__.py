"""The open set: all 16 skills in English and Chinese, with inputs, references and rubrics, written for this project."""
